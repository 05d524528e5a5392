package pdf

// interpreter runs the content streams of one page (ISO 32000-1, 8 and 9) and collects
// the glyphs that they show, invisible ones too: they are what a scan was read as.
type interpreter struct {
	file   *file
	budget *budget
	fonts  map[string]*font // of the document, by id
	images bool
	box    [4]float64
	boxed  bool
	active map[ref]bool // forms that are being drawn
	draws  int          // forms that were drawn
	glyphs []glyph
	full   bool // there are more of them than are kept
}

// state is the graphics state as far as text needs it.
type state struct {
	ctm                           matrix
	font                          *font
	size, spacing, words, stretch float64
	leading, rise                 float64
}

// program is one content stream that runs: the page's, or that of a form.
type program struct {
	*interpreter
	state
	resources value
	stack     []state
	tm, line  matrix
	args      array // of the next operator
	fonts     map[name]*font
	actual    []*string // of the marked spans around; nil for one that has none, "" once it is shown
	deep      int
}

func (in *interpreter) page(p leaf) {
	in.active = map[ref]bool{}
	if box := in.file.resolve(p.box); box.len() == 4 {
		for i := range in.box {
			in.box[i] = box.index(i).num()
		}
		in.boxed = in.box[2] > in.box[0] && in.box[3] > in.box[1]
	}
	var src []byte
	contents := in.file.resolve(p.page).key("Contents")
	if contents.array() == nil {
		src = contents.stream()
	}
	for i := range contents.len() {
		src = append(append(src, contents.index(i).stream()...), '\n')
		if len(src) > maxStream {
			in.budget.over("the content of a page")
			return
		}
	}
	in.run(src, in.file.resolve(p.resources), state{ctm: identity, stretch: 1}, 0)
}

func (in *interpreter) run(src []byte, resources value, s state, deep int) {
	p := program{interpreter: in, state: s, resources: resources, tm: identity, line: identity, fonts: map[name]*font{}, deep: deep}
	l := lexer{b: src}
	for !in.full && !in.budget.spent() {
		v := l.object(false)
		op, ok := v.(keyword)
		if !ok {
			if len(p.args) < 64 {
				p.args = append(p.args, v)
			}
			continue
		}
		switch op {
		case "":
			return
		case "BI":
			in.images = true
			skipImage(&l)
		default:
			p.do(op)
		}
		p.args = p.args[:0]
	}
}

func (p *program) do(op keyword) {
	switch op {
	case "q":
		if len(p.stack) < 512 {
			p.stack = append(p.stack, p.state)
		}
	case "Q":
		if n := len(p.stack); n > 0 {
			p.state, p.stack = p.stack[n-1], p.stack[:n-1]
		}
	case "cm":
		p.ctm = p.matrix().times(p.ctm)
	case "Do":
		p.draw(p.arg(0).name())
	case "gs":
		if v := p.resources.key("ExtGState").key(p.arg(0).name()).key("Font"); v.len() == 2 {
			p.font, p.size = p.load(v.index(0)), v.index(1).num()
		}
	case "BDC", "BMC":
		p.begin(op)
	case "EMC":
		if n := len(p.actual); n > 0 {
			p.actual = p.actual[:n-1]
		}
	default:
		p.text(op)
	}
}

// text runs the operators of text (ISO 32000-1, 9.3 and 9.4).
func (p *program) text(op keyword) {
	switch op {
	case "BT":
		p.tm, p.line = identity, identity
	case "Tf":
		p.font, p.size = p.fontNamed(p.arg(0).name()), p.arg(1).num()
	case "Tc":
		p.spacing = p.arg(0).num()
	case "Tw":
		p.words = p.arg(0).num()
	case "Tz":
		p.stretch = p.arg(0).num() / 100
	case "TL":
		p.leading = p.arg(0).num()
	case "Ts":
		p.rise = p.arg(0).num()
	case "Td":
		p.move(p.arg(0).num(), p.arg(1).num())
	case "TD":
		p.leading = -p.arg(1).num()
		p.move(p.arg(0).num(), p.arg(1).num())
	case "T*":
		p.move(0, -p.leading)
	case "Tm":
		p.line = p.matrix()
		p.tm = p.line
	case "Tj":
		p.show(p.arg(0).string())
	case "'":
		p.move(0, -p.leading)
		p.show(p.arg(0).string())
	case "\"":
		p.words, p.spacing = p.arg(0).num(), p.arg(1).num()
		p.move(0, -p.leading)
		p.show(p.arg(2).string())
	case "TJ":
		p.showAll()
	}
}

func (p *program) move(x, y float64) {
	p.line = matrix{1, 0, 0, 1, x, y}.times(p.line)
	p.tm = p.line
}

func (p *program) showAll() {
	for _, part := range p.arg(0).array() {
		switch part := part.(type) {
		case string:
			p.show(part)
		case float64:
			d := -part / 1000 * p.size
			if p.font != nil && p.font.vertical {
				p.tm = matrix{1, 0, 0, 1, 0, d}.times(p.tm)
			} else {
				p.tm = matrix{1, 0, 0, 1, d * p.stretch, 0}.times(p.tm)
			}
		}
	}
}

// draw draws a form; of an image it notes that it is there.
func (p *program) draw(n name) {
	x := p.resources.key("XObject").key(n)
	switch x.key("Subtype").name() {
	case "Image":
		p.images = true
	case "Form":
		if p.deep >= maxForms || p.active[x.ref] {
			return
		}
		if p.draws++; p.draws > maxDraws {
			p.budget.over("a page draws very many forms")
			return
		}
		p.active[x.ref] = true
		defer delete(p.active, x.ref)
		s := p.state
		if m := x.key("Matrix"); m.len() == 6 {
			s.ctm = m.matrix().times(s.ctm)
		}
		resources := x.key("Resources")
		if !resources.isDict() {
			resources = p.resources
		}
		p.run(x.stream(), resources, s, p.deep+1)
	}
}

// begin notes the actual text of a marked span: the text that stands for whatever the
// span shows.
func (p *program) begin(op keyword) {
	if len(p.actual) >= 256 {
		return
	}
	var span *string
	if n := len(p.actual); n > 0 {
		span = p.actual[n-1] // the outer one stands for all that is in it
	}
	if span == nil && op == "BDC" {
		properties := p.arg(1)
		if n := properties.name(); n != "" && p.file.lock == nil { // else its strings are encrypted
			properties = p.resources.key("Properties").key(n)
		}
		if s, ok := properties.key("ActualText").data.(string); ok {
			text := fold(textString(s))
			p.budget.keep(text)
			span = &text
		}
	}
	p.actual = append(p.actual, span)
}

// skipImage goes to the end of an inline image: EI that stands alone and is followed
// by what looks like operators.
func skipImage(l *lexer) {
	for l.pos < len(l.b) {
		if v, ok := l.object(false).(keyword); ok && (v == "ID" || v == "") {
			break
		}
	}
	for i := l.pos + 1; i+2 <= len(l.b); i++ {
		if l.b[i] == 'E' && l.b[i+1] == 'I' && isSpace(l.b[i-1]) && (i+2 == len(l.b) || isSpace(l.b[i+2])) && printable(l.b[i+2:]) {
			l.pos = i + 2
			return
		}
	}
	l.pos = len(l.b)
}

func printable(b []byte) bool {
	for _, c := range b[:min(len(b), 24)] {
		if c > '~' || c < ' ' && !isSpace(c) {
			return false
		}
	}
	return true
}

// matrix returns the six arguments of the operator.
func (p *program) matrix() matrix { return value{file: p.file, data: p.args}.matrix() }

// arg returns an argument of the operator.
func (p *program) arg(i int) value {
	if i < len(p.args) {
		return value{file: p.file, data: p.args[i]}
	}
	return value{}
}
