package omission

import (
	"regexp"
	"strings"

	"fileops/internal/lazy"
)

// The wordings of lines that stand for omitted code, in lower case. They match the whole line.
// {N} is any of the language's nouns for code, {S} any phrase that means unchanged. plainWordings
// need no dots. They are compiled on first use, since that takes longer than most runs.
var (
	plainWordings  = lazy.Value[[]*regexp.Regexp]{Make: func() []*regexp.Regexp { return wordings(true) }}
	dottedWordings = lazy.Value[[]*regexp.Regexp]{Make: func() []*regexp.Regexp { return wordings(false) }}
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
		same:  `(?:bleib(?:t|en) (?:unverändert|gleich|wie (?:bisher|zuvor|gehabt)|bestehen|erhalten|so)|unverändert|wie (?:bisher|zuvor|vorher|gehabt|oben)|gekürzt|ausgelassen|weggelassen)`,
		plain: []string{
			`(?:hier )?(?:der |die |das )?(?:vorhandene|bestehende|existierende|restliche|übrige|unveränderte|bisherige)[rnsm]? (?:code|quellcode|quelltext|implementierung|logik)(?: hier)?(?: {S})?`,
			`(?:der |die |das )?(?:vorhandene|bestehende|restliche|übrige|weitere|andere)[rnsm]? {N} {S}`,
			`(?:der )?rest (?:der|des|vom|von der) (?:\pL+ )?{N}(?: {S})?`,
			`(?:der )?rest {S}`,
			`{N} {S}`,
			`(?:alles andere|der rest) {S}`,
		},
		dotted: []string{
			`(?:der |die |das )?(?:vorhandene|bestehende|existierende|restliche|übrige|unveränderte|bisherige|weitere|andere)[rnsm]? {N}`,
			`(?:der )?(?:rest|restliches|wie bisher|wie zuvor|usw unverändert)(?: der datei| des codes)?`, `{S}`, `(?:\pL+ ){1,3}{S}`,
		},
	},
	{ // French
		nouns: `(?:code|contenu|fichier|fonctions?|méthodes?|classes?|implémentation|imports?|logique|lignes|champs|partie|composant|script|module)`,
		same:  `(?:(?:reste(?:nt)?|demeure(?:nt)?|est|sont)? ?(?:inchangée?s?|identiques?|le même|la même|tel(?:le)?s? quel(?:le)?s?|omise?s?|comme avant|sans changement|non modifiée?s?))`,
		plain: []string{
			`(?:le |la |votre |du )?(?:code|logique|implémentation) (?:existante?|précédente?|inchangée?|actuel(?:le)?|d'origine)(?: ici)?`,
			`(?:le )?reste (?:du |de la |de l'|des |de votre )(?:\pL+ )?{N}(?: {S})?`,
			`(?:le )?reste {S}`, `(?:le |la |les )?(?:autres )?{N} {S}`,
		},
		dotted: []string{
			`(?:le |la |les )?(?:autres )?{N}(?: existante?s?| précédente?s?| restante?s?| inchangée?s?)?`,
			`(?:le )?reste(?: du code)?`, `(?:la )?suite(?: du code)?`, `{S}`, `(?:\pL+ ){1,3}{S}`,
		},
	},
	{ // Spanish
		nouns: `(?:código|codigo|contenido|archivo|fichero|función|funciones|métodos?|clases?|implementación|importaciones|imports|lógica|líneas|campos|parte|componente|script|módulo)`,
		same:  `(?:(?:permanecen?|sigue[n]?|se mantienen?|quedan?|es|están?)? ?(?:sin cambios|sin modificar|igual(?:es)?|lo mismo|como antes|omitid[oa]s?|intact[oa]s?|no cambian?)(?: aquí| por brevedad)?)`,
		plain: []string{
			`(?:el |la |tu |su )?(?:código|codigo|lógica|implementación) (?:existente|anterior|original|restante|previ[oa]|actual)(?: aquí)?(?: {S})?`,
			`(?:el )?resto (?:del? |de la |de las |de los |de tu )(?:\pL+ )?{N}(?: {S})?`,
			`(?:el )?resto {S}`, `(?:el |la |los |las )?(?:otr[oa]s |demás )?{N} {S}`,
		},
		dotted: []string{
			`(?:el |la |los |las )?(?:otr[oa]s |demás )?{N}(?: existentes?| anteriores| restantes?)?`,
			`(?:el )?resto(?: del código)?`, `{S}`, `(?:\pL+ ){1,3}{S}`,
		},
	},
	{ // Portuguese
		nouns: `(?:código|codigo|conteúdo|arquivo|ficheiro|função|funções|métodos?|classes?|implementação|importações|imports|lógica|linhas|campos|parte|componente|script|módulo)`,
		same:  `(?:(?:permanecem?|continuam?|mantém|fica[m]?|é|está)? ?(?:sem alterações|sem mudanças|inalterad[oa]s?|igual|iguais|o mesmo|a mesma|como antes|omitid[oa]s?)(?: aqui| por brevidade)?)`,
		plain: []string{
			`(?:o |a |seu )?(?:código|codigo|lógica|implementação) (?:existente|anterior|original|restante|atual)(?: aqui)?(?: {S})?`,
			`(?:o )?(?:resto|restante) (?:do |da |das |dos |de )(?:\pL+ )?{N}(?: {S})?`,
			`(?:o )?(?:resto|restante) {S}`, `(?:o |a |os |as )?(?:outr[oa]s |demais )?{N} {S}`,
		},
		dotted: []string{
			`(?:o |a |os |as )?(?:outr[oa]s |demais )?{N}(?: existentes?| anteriores| restantes?)?`,
			`(?:o )?(?:resto|restante)(?: do código)?`, `{S}`, `(?:\pL+ ){1,3}{S}`,
		},
	},
	{ // Chinese
		nouns: `(?:代码|代碼|部分|内容|函数|方法|逻辑|实现|导入|文件)`,
		same:  `(?:保持|维持)?(?:不变|原样|一致|相同|省略|未修改|未更改|同上|无变化)`,
		plain: []string{
			`(?:这里是)?(?:现有|原有|已有|其余|其他|剩余|余下|原来|之前|存量)的?代[码碼](?:{S})?`,
			`(?:其余|其他|剩余|余下|文件)(?:的)?{N}?{S}`,
			`(?:此处|以下|中间)?(?:{N})?省略(?:{N})?`,
			`省略其(?:余|他){N}`,
		},
		dotted: []string{
			`(?:现有|原有|已有|其余|其他|剩余|原来|之前)的?{N}(?:{S})?`, `{S}`, `\pL{1,6}{S}`,
		},
	},
	{ // Japanese
		nouns: `(?:コード|部分|実装|関数|メソッド|処理|内容|ファイル|クラス)`,
		same:  `(?:は|が)?(?:変更なし|省略|同じ|そのまま|同様)(?:です)?`,
		plain: []string{
			`(?:既存|残り|元)の?(?:コード|実装)(?:{S})?`,
			`(?:既存|残り|その他|他)の?{N}{S}`,
			`残り{S}`, `(?:以下|以降|中)?(?:{N})?(?:省略|略)`,
		},
		dotted: []string{
			`(?:既存|残り|その他|他|元)の?{N}(?:{S})?`, `{S}`, `\pL{1,10}{S}`,
		},
	},
}

// alphabetic is the number of languages without Chinese characters, which come first.
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
