package omission

import (
	"regexp"
	"strings"
	"sync"
)

// The wordings of lines that stand for code, in lower case and as a whole. A noun in
// {N} is any of the language's words for code, {S} what may be said about it after
// that (that it stays as it is). plainWordings need no dots. They are compiled when they
// are first needed: that takes longer than most runs.
var (
	plainWordings  = sync.OnceValue(func() []*regexp.Regexp { return wordings(true) })
	dottedWordings = sync.OnceValue(func() []*regexp.Regexp { return wordings(false) })
)

type tongue struct {
	nouns, same   string
	plain, dotted []string
}

var languages = []tongue{
	{ // English
		nouns: `(?:source )?(?:code|implementation|logic|contents?|functions?|methods?|class(?:es)?|files?|body|imports?|lines|fields|properties|tests?|test cases|styles?|rules|component|markup|html|css|script|module|definitions|declarations|statements|handlers?|routes|config(?:uration)?|settings|props|attributes|variables|constants|options|columns|quer(?:y|ies)|helpers|endpoints|sections?|parts?|types|structs?|setup|initiali[sz]ation|elements|entries|items|cases|page|document|template)`,
		same:  `(?:(?:remains?|stays?|is|are|continues?|keeps?|kept|left|(?:is|are) (?:left|kept)|can stay|should stay|must stay)? ?(?:exactly )?(?:(?:do|does|did|will|need|has|have) not (?:been )?changed?|(?:don't|doesn't|won't) change|not (?:been )?changed|without changes?|the same|unchanged|unmodified|untouched|intact|(?:exactly |just )?(?:as|like|how|the way) (?:before|is|they (?:are|were)|it (?:is|was)|in the original|above|below)|same as (?:before|above|original)|not shown|omitted|truncated|elided|skipped|hidden)(?: as before| as above| here| for brevity| for clarity| below| from here)?|goes here|continues(?: here| below| as before)?|for brevity)`,
		plain: []string{
			`(?:the |your |all )?(?:existing|unchanged|previous|original) (?:code|implementation|logic|source code)(?: here| above| below)?`,
			`(?:the |your |all )?(?:other |rest of (?:the |your |this )?)?(?:existing|remaining|other|rest of the|rest of) (?:\pL+ )?{N} {S}`,
			`(?:the )?rest of (?:the |your |this )?(?:\w+ )?(?:code|file|implementation|component|script|module|source code)(?: here)?`,
			`(?:the )?rest(?: of (?:the |your |this )?(?:[\w.]+ ){0,2}?{N})?(?: of the {N})?,? {S}`,
			`(?:code|implementation|body|content|contents|function body|method body) (?:omitted|truncated|elided|unchanged|remains (?:the same|unchanged))(?: for brevity| for clarity| here)?`,
			`(?:omitted|truncated|elided|shortened|snipped) for (?:brevity|clarity)`,
			`(?:keep|leave|retain|preserve) (?:the |your |all )?(?:rest|existing|remaining|other|rest of the|rest of|rest of your)(?: existing)? (?:{N} )?(?:as is|as it is|as-is|unchanged|the same|intact|here|untouched)`,
			`(?:keep|retain|preserve) (?:the |your |all )?(?:existing|rest of the|rest of|remaining) (?:code|implementation|logic|file)`,
			`everything else (?:remains|stays|is) (?:the same|unchanged|as before|as is)(?: as before)?`,
			`no changes? (?:to|in|below|above) (?:the )?(?:rest|remaining|existing|other)(?: of)?(?: the)?(?: {N})?`,
			`snip`,
		},
		dotted: []string{
			`(?:and |plus |with |keep )?(?:the |your |all |all the |any )?(?:existing|unchanged|remaining|previous|original|other|more|additional|rest of the|rest of|rest of your|same)(?: existing| remaining| of the)? (?:\pL+ ){0,2}?{N}(?: here| above| below| from before| as before| unchanged)?`,
			`(?:the |your )?(?:rest|remainder|remaining|unchanged|existing|snip|same as before|same as above|same|as before|omitted|truncated|no changes?|no changes here|code|implementation|body|etc unchanged)(?: here)?`,
			`(?:the )?(?:rest|remainder) of (?:the |your |this )?(?:\w+ ){0,3}\w+(?: {S})?`,
			`{N} (?:here|unchanged|omitted|as before|above|below|goes here)`,
			`\d+ (?:more )?(?:lines|unchanged lines|lines omitted|lines unchanged|more)`,
			`(?:\pL+ ){0,3}{S}`,
		},
	},
	{ // German
		nouns: `(?:code|quellcode|quelltext|inhalt|inhalte|funktion(?:en)?|methoden?|datei|klassen?|implementierung|importe?|logik|zeilen|felder|teil|tests|komponente|codes|inhalts|skripts?|eigenschaften|moduls?)`,
		same:  `(?:bleib(?:t|en) (?:unver\x{e4}ndert|gleich|wie (?:bisher|zuvor|gehabt)|bestehen|erhalten|so)|unver\x{e4}ndert|wie (?:bisher|zuvor|vorher|gehabt|oben)|gek\x{fc}rzt|ausgelassen|weggelassen)`,
		plain: []string{
			`(?:hier )?(?:der |die |das )?(?:vorhandene|bestehende|existierende|restliche|\x{fc}brige|unver\x{e4}nderte|bisherige)[rnsm]? (?:code|quellcode|quelltext|implementierung|logik)(?: hier)?(?: {S})?`,
			`(?:der |die |das )?(?:vorhandene|bestehende|restliche|\x{fc}brige|weitere|andere)[rnsm]? {N} {S}`,
			`(?:der )?rest (?:der|des|vom|von der) (?:\pL+ )?{N}(?: {S})?`,
			`(?:der )?rest {S}`,
			`{N} {S}`,
			`(?:alles andere|der rest) {S}`,
		},
		dotted: []string{
			`(?:der |die |das )?(?:vorhandene|bestehende|existierende|restliche|\x{fc}brige|unver\x{e4}nderte|bisherige|weitere|andere)[rnsm]? {N}`,
			`(?:der )?(?:rest|restliches|wie bisher|wie zuvor|usw unver\x{e4}ndert)(?: der datei| des codes)?`, `{S}`, `(?:\pL+ ){1,3}{S}`,
		},
	},
	{ // French
		nouns: `(?:code|contenu|fichier|fonctions?|m\x{e9}thodes?|classes?|impl\x{e9}mentation|imports?|logique|lignes|champs|partie|composant|script|module)`,
		same:  `(?:(?:reste(?:nt)?|demeure(?:nt)?|est|sont)? ?(?:inchang\x{e9}e?s?|identiques?|le m\x{ea}me|la m\x{ea}me|tel(?:le)?s? quel(?:le)?s?|omise?s?|comme avant|sans changement|non modifi\x{e9}e?s?))`,
		plain: []string{
			`(?:le |la |votre |du )?(?:code|logique|impl\x{e9}mentation) (?:existante?|pr\x{e9}c\x{e9}dente?|inchang\x{e9}e?|actuel(?:le)?|d'origine)(?: ici)?`,
			`(?:le )?reste (?:du |de la |de l'|des |de votre )(?:\pL+ )?{N}(?: {S})?`,
			`(?:le )?reste {S}`, `(?:le |la |les )?(?:autres )?{N} {S}`,
		},
		dotted: []string{
			`(?:le |la |les )?(?:autres )?{N}(?: existante?s?| pr\x{e9}c\x{e9}dente?s?| restante?s?| inchang\x{e9}e?s?)?`,
			`(?:le )?reste(?: du code)?`, `(?:la )?suite(?: du code)?`, `{S}`, `(?:\pL+ ){1,3}{S}`,
		},
	},
	{ // Spanish
		nouns: `(?:c\x{f3}digo|codigo|contenido|archivo|fichero|funci\x{f3}n|funciones|m\x{e9}todos?|clases?|implementaci\x{f3}n|importaciones|imports|l\x{f3}gica|l\x{ed}neas|campos|parte|componente|script|m\x{f3}dulo)`,
		same:  `(?:(?:permanecen?|sigue[n]?|se mantienen?|quedan?|es|est\x{e1}n?)? ?(?:sin cambios|sin modificar|igual(?:es)?|lo mismo|como antes|omitid[oa]s?|intact[oa]s?|no cambian?)(?: aqu\x{ed}| por brevedad)?)`,
		plain: []string{
			`(?:el |la |tu |su )?(?:c\x{f3}digo|codigo|l\x{f3}gica|implementaci\x{f3}n) (?:existente|anterior|original|restante|previ[oa]|actual)(?: aqu\x{ed})?(?: {S})?`,
			`(?:el )?resto (?:del? |de la |de las |de los |de tu )(?:\pL+ )?{N}(?: {S})?`,
			`(?:el )?resto {S}`, `(?:el |la |los |las )?(?:otr[oa]s |dem\x{e1}s )?{N} {S}`,
		},
		dotted: []string{
			`(?:el |la |los |las )?(?:otr[oa]s |dem\x{e1}s )?{N}(?: existentes?| anteriores| restantes?)?`,
			`(?:el )?resto(?: del c\x{f3}digo)?`, `{S}`, `(?:\pL+ ){1,3}{S}`,
		},
	},
	{ // Portuguese
		nouns: `(?:c\x{f3}digo|codigo|conte\x{fa}do|arquivo|ficheiro|fun\x{e7}\x{e3}o|fun\x{e7}\x{f5}es|m\x{e9}todos?|classes?|implementa\x{e7}\x{e3}o|importa\x{e7}\x{f5}es|imports|l\x{f3}gica|linhas|campos|parte|componente|script|m\x{f3}dulo)`,
		same:  `(?:(?:permanecem?|continuam?|mant\x{e9}m|fica[m]?|\x{e9}|est\x{e1})? ?(?:sem altera\x{e7}\x{f5}es|sem mudan\x{e7}as|inalterad[oa]s?|igual|iguais|o mesmo|a mesma|como antes|omitid[oa]s?)(?: aqui| por brevidade)?)`,
		plain: []string{
			`(?:o |a |seu )?(?:c\x{f3}digo|codigo|l\x{f3}gica|implementa\x{e7}\x{e3}o) (?:existente|anterior|original|restante|atual)(?: aqui)?(?: {S})?`,
			`(?:o )?(?:resto|restante) (?:do |da |das |dos |de )(?:\pL+ )?{N}(?: {S})?`,
			`(?:o )?(?:resto|restante) {S}`, `(?:o |a |os |as )?(?:outr[oa]s |demais )?{N} {S}`,
		},
		dotted: []string{
			`(?:o |a |os |as )?(?:outr[oa]s |demais )?{N}(?: existentes?| anteriores| restantes?)?`,
			`(?:o )?(?:resto|restante)(?: do c\x{f3}digo)?`, `{S}`, `(?:\pL+ ){1,3}{S}`,
		},
	},
	{ // Chinese
		nouns: `(?:\x{4ee3}\x{7801}|\x{4ee3}\x{78bc}|\x{90e8}\x{5206}|\x{5185}\x{5bb9}|\x{51fd}\x{6570}|\x{65b9}\x{6cd5}|\x{903b}\x{8f91}|\x{5b9e}\x{73b0}|\x{5bfc}\x{5165}|\x{6587}\x{4ef6})`,                                              // 代码 代碼 部分 内容 函数 方法 逻辑 实现 导入 文件
		same:  `(?:\x{4fdd}\x{6301}|\x{7ef4}\x{6301})?(?:\x{4e0d}\x{53d8}|\x{539f}\x{6837}|\x{4e00}\x{81f4}|\x{76f8}\x{540c}|\x{7701}\x{7565}|\x{672a}\x{4fee}\x{6539}|\x{672a}\x{66f4}\x{6539}|\x{540c}\x{4e0a}|\x{65e0}\x{53d8}\x{5316})`, // (保持|维持) 不变 原样 一致 相同 省略 未修改 未更改 同上 无变化
		plain: []string{
			`(?:\x{8fd9}\x{91cc}\x{662f})?(?:\x{73b0}\x{6709}|\x{539f}\x{6709}|\x{5df2}\x{6709}|\x{5176}\x{4f59}|\x{5176}\x{4ed6}|\x{5269}\x{4f59}|\x{4f59}\x{4e0b}|\x{539f}\x{6765}|\x{4e4b}\x{524d}|\x{5b58}\x{91cf})\x{7684}?\x{4ee3}[\x{7801}\x{78bc}](?:{S})?`, // 现有 原有 已有 其余 其他 剩余 余下 原来 之前 存量 + (的) 代码
			`(?:\x{5176}\x{4f59}|\x{5176}\x{4ed6}|\x{5269}\x{4f59}|\x{4f59}\x{4e0b}|\x{6587}\x{4ef6})(?:\x{7684})?{N}?{S}`,
			`(?:\x{6b64}\x{5904}|\x{4ee5}\x{4e0b}|\x{4e2d}\x{95f4})?(?:{N})?\x{7701}\x{7565}(?:{N})?`, // (此处|以下|中间) 省略
			`\x{7701}\x{7565}\x{5176}(?:\x{4f59}|\x{4ed6}){N}`, // 省略其余 省略其他
		},
		dotted: []string{
			`(?:\x{73b0}\x{6709}|\x{539f}\x{6709}|\x{5df2}\x{6709}|\x{5176}\x{4f59}|\x{5176}\x{4ed6}|\x{5269}\x{4f59}|\x{539f}\x{6765}|\x{4e4b}\x{524d})\x{7684}?{N}(?:{S})?`, `{S}`, `\pL{1,6}{S}`,
		},
	},
	{ // Japanese
		nouns: `(?:\x{30b3}\x{30fc}\x{30c9}|\x{90e8}\x{5206}|\x{5b9f}\x{88c5}|\x{95a2}\x{6570}|\x{30e1}\x{30bd}\x{30c3}\x{30c9}|\x{51e6}\x{7406}|\x{5185}\x{5bb9}|\x{30d5}\x{30a1}\x{30a4}\x{30eb}|\x{30af}\x{30e9}\x{30b9})`, // コード 部分 実装 関数 メソッド 処理 内容 ファイル クラス
		same:  `(?:\x{306f}|\x{304c})?(?:\x{5909}\x{66f4}\x{306a}\x{3057}|\x{7701}\x{7565}|\x{540c}\x{3058}|\x{305d}\x{306e}\x{307e}\x{307e}|\x{540c}\x{69d8})(?:\x{3067}\x{3059})?`,                                          // は 変更なし 省略 同じ そのまま 同様
		plain: []string{
			`(?:\x{65e2}\x{5b58}|\x{6b8b}\x{308a}|\x{5143})\x{306e}?(?:\x{30b3}\x{30fc}\x{30c9}|\x{5b9f}\x{88c5})(?:{S})?`, // 既存の 残りの 元の
			`(?:\x{65e2}\x{5b58}|\x{6b8b}\x{308a}|\x{305d}\x{306e}\x{4ed6}|\x{4ed6})\x{306e}?{N}{S}`,                       // その他の 他の
			`\x{6b8b}\x{308a}{S}`, `(?:\x{4ee5}\x{4e0b}|\x{4ee5}\x{964d}|\x{4e2d})?(?:{N})?(?:\x{7701}\x{7565}|\x{7565})`, // 以下 以降 中 省略 略
		},
		dotted: []string{
			`(?:\x{65e2}\x{5b58}|\x{6b8b}\x{308a}|\x{305d}\x{306e}\x{4ed6}|\x{4ed6}|\x{5143})\x{306e}?{N}(?:{S})?`, `{S}`, `\pL{1,10}{S}`,
		},
	},
}

// alphabetic is how many of the languages are not written in Chinese characters; they
// come first.
const alphabetic = 5

// wordings compiles the wordings of all languages, with or without dots.
func wordings(plain bool) []*regexp.Regexp {
	var out []*regexp.Regexp
	for _, l := range languages {
		list := l.dotted
		if plain {
			list = l.plain
		}
		all := strings.NewReplacer("{N}", l.nouns, "{S}", l.same).Replace(strings.Join(list, "|"))
		out = append(out, regexp.MustCompile(`^(?:`+all+`)$`))
	}
	return out
}
