package syntax

import (
	"bytes"
	"encoding/json"
	"errors"
	"path"
	"strings"
	"unicode/utf8"
)

// jsonText is JSON as in RFC 8259: one value, no comments. Files that tools read
// with comments are in no language, whatever they hold.
var jsonText = language{
	name: "json",
	named: func(name, base string) bool {
		return strings.HasSuffix(base, ".json") && !hasComments(name, base) || strings.HasSuffix(base, ".ipynb")
	},
	parse: parseJSON,
}

// hasComments reports whether the tool that reads a file allows comments in it.
func hasComments(name, base string) bool {
	for dir := range strings.SplitSeq(path.Dir(name), "/") {
		if dir == ".vscode" || dir == ".devcontainer" || dir == ".zed" {
			return true
		}
	}
	for _, pattern := range commentedNames {
		if ok, _ := path.Match(pattern, base); ok {
			return true
		}
	}
	return false
}

// commentedNames are patterns of names in lower case.
var commentedNames = [...]string{
	"tsconfig*.json", "*.tsconfig.json", "jsconfig*.json", "tsdoc.json", "tslint.json", "typedoc.json", // TypeScript
	".eslintrc.json", ".oxlintrc.json", "biome.json", "deno.json", ".markdownlint*.json", // linters
	"babel.config.json", ".babelrc.json", ".swcrc.json", "turbo.json", "nx.json", "project.json", // builds
	"angular.json", "api-extractor.json", "rush.json", "firebase.json", "wrangler.json",
	"appsettings*.json", "global.json", "bundleconfig.json", "launchsettings.json", "*.vs.json", "cmakesettings.json", // .NET and Visual Studio
	"devcontainer.json", ".devcontainer.json", "*.code-snippets.json", "language-configuration.json", // editors
	"pyrightconfig.json", "cspell*.json", ".cspell.json", ".luarc.json", "renovate.json",
}

// utf8BOM may stand before the value (RFC 8259, section 8.1).
const utf8BOM = "\ufeff"

func parseJSON(src []byte) Verdict {
	if !utf8.Valid(src) {
		return Verdict{}
	}
	body := bytes.TrimPrefix(src, []byte(utf8BOM))
	var value json.RawMessage
	err := json.Unmarshal(body, &value)
	if err == nil {
		return Verdict{State: Valid}
	}
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) || strings.HasSuffix(syntax.Error(), "exceeded max depth") || isTemplate(src) {
		return Verdict{}
	}
	return brokenAt(src, len(src)-len(body)+int(syntax.Offset)-1, syntax.Error())
}
