package omission

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// Lines that stand for code which is left out, one each. EXIST is in lower case; a
// French word would be taken for a misspelled English one.
var omissions = strings.Split(strings.TrimSpace(strings.ReplaceAll(`
// ... existing code ...
<# ... existing code ... #>
<%# ... rest of the template ... %>
#= ... existing code ... =#
:: ... existing code ...
' ... existing code ...
! ... existing code ...
" ... existing code ...
// ...existing code...
//...
#...
// ...
# ...
# … existing code …
/* ... */
/* ... existing code ... */
<!-- ... -->
<!-- ... existing code ... -->
<!-- rest of the page unchanged -->
{/* ... */}
{/* ... existing components ... */}
{/* rest of the component remains the same */}
-- ...
-- ... other columns ...
% ...
% ... existing code ...
; ...
; ... rest of file ...
(* ... *)
{- ... -}
{# ... existing code ... #}
{{/* ... existing code ... */}}
// existing code
// existing code here
# existing code...
// Existing implementation
# (rest of the functions stay as they are)
// the rest of the methods stay as they were
# the other functions remain how they are
// rest of the file does not change
# ... other handlers are not changed ...
/* the remaining rules stay the way they are */
// (all other methods keep the same)
# rest of the code is left as it is
// rest of the code
// rest of code...
// ... rest of the code
# rest of the function unchanged
# Rest of the file remains the same
# the rest of the class stays unchanged
// rest of the implementation
// The rest of your code
// ... rest of your component
// rest of the method is unchanged
// remaining code unchanged
// ... remaining methods ...
// ... other methods ...
// other methods remain unchanged
// ... other imports
// ... more tests
# ... (rest of the code)
# (rest of the code remains the same)
# [... existing code ...]
// [existing code]...
// ... unchanged ...
// (unchanged) ...
// ... same as before ...
// ... keep existing code ...
// keep the rest as is
// keep existing code
// leave the rest unchanged
// everything else remains the same
// everything else stays as before
// code omitted for brevity
// implementation omitted
# omitted for brevity
// ... truncated ...
// ... snip ...
# [snip]
// ... 20 more lines ...
// ... 15 lines omitted
// previous code here
// no changes below the rest of the file...
// ... auth handlers ...
// no changes to the rest
... existing code ...
... rest of the file ...
[... existing code ...]
function render() { /* existing code */ }
render() { /* ... rest of the method ... */ },
// ... vorhandener Code ...
// bestehender Code
// Rest der Datei unverändert
# Rest des Codes bleibt gleich
# restlicher Code bleibt unverändert
// ... übrige Methoden ...
// der Rest bleibt wie bisher
// hier bestehender Code
// ... code EXISTant ...
// code EXISTant
# le reste du code reste inchangé
# reste du fichier inchangé
// ... autres méthodes ...
// le reste est identique
// ... código existente ...
// código existente
# el resto del código permanece igual
# resto del archivo sin cambios
// ... resto del código
// ... otros métodos ...
// resto da função sem alterações
# o restante do código permanece inalterado
// código anterior
// ... outros métodos ...
// ... 现有代码 ...
// 现有代码
# 其余代码保持不变
// 其他代码不变
// ... 省略 ...
// 此处省略
// ... 其余部分保持不变 ...
// ... 既存のコード ...
// 既存のコード
# 残りのコードは変更なし
// 残りは省略
// 以下省略
// 中略
// ... その他のメソッド ...
`, "EXIST", "exist")), "\n")

// Lines that say what they say, one each.
var noOmissions = strings.Split(strings.TrimSpace(`
# remaining items are handled below
'...'
"..."
'... existing code ...',
'... existing code ...'
"... existing code ..."
"... rest of the file unchanged",
"rest of the code"
"existing code": 1,
!important
!existing
!...args
::before
'rest'
...
…
    ...
def f(): ...
def f(self) -> int: ...
x: int = ...
Ellipsis
// etc.
// and so on
// and so on...
f(...args)
...args,
...props,
return { ...state, loading: true };
const { a, ...rest } = props;
...rest
<Component {...props} />
func f(args ...string) {
append(a, b...)
# rest of the world
# the rest of the world is handled elsewhere
// rest
// the rest
// remaining
// Rest of line.
// rest parameters
// The rest of the arguments are passed through.
// the remaining arguments
// remaining bytes
// remaining time
// Other constants
// other fields
// Other methods
// other imports
# Other imports
// existing user
// existing users keep their settings
// existing files are not overwritten
// existing code must not break
// existing code uses this name, so it stays
// This keeps existing code working.
// for compatibility with existing code
// Previously existing code path
// unchanged
// Unchanged.
// unchanged since 1.4
// Not modified
// no change
// no changes
// No changes needed.
// the same
// same as above
// Same as before, but with a lock.
// Original file unchanged.
// original value
// original implementation by J. Smith
// original code by J. Smith
// previous value
// previous implementation was too slow
// implementation detail
// implementation note: see above
// implementation
// Implementation of io.Reader.
// code
// code points
// Code generated by stringer; DO NOT EDIT.
// your code here
// TODO: your code here
// TODO: rest of the implementation is missing for windows
// TODO
// TODO...
// Loading...
# Loading existing data...
// Processing other items...
// waiting...
console.log("...");
print("... existing code ...")
s = "// ... existing code ..."
echo "..."
// see https://example.org/...
// e.g. a, b, c, ...
// 1, 2, 3, ...
// x1, ..., xn
// ..., n-1
// a[0], a[1], ...
// [...slug].tsx
// ../... is not a path
// go test ./...
//go:build ignore
//go:generate go run ./...
#!/usr/bin/env bash
#include <stdio.h>
#define ARGS ...
#pragma once
#region existing code
#existing-code { color: red; }
.rest { color: red; }
* { box-sizing: border-box; }
*p = 0;
* a list item
** bold **
-- a comment
--verbose
---
...---...
-- rest of the columns are nullable
-- other tables
% a comment
%d items
; a comment
;; a comment
;
{/* a comment */}
<!-- comment -->
<!-- other content -->
<!-- content -->
<!-- navigation -->
<!-- rest -->
/* rest */
/* other styles */
/* existing styles are below */
/* */
/**/
//
#
# imports
# existing imports
# Remaining imports
# helpers
# tests
# more tests
# more tests below
# Additional tests
# other tests
# omitted
# omitted fields are zero
# truncated to 80 characters
# skipped: see the issue
# hidden files are skipped
# not shown in the menu
# keep
# keep the original order
# keep existing entries
# keep the rest of the line
# leave the rest to the caller
# everything else
# everything else is an error
# continue with the rest
# continued
# continued from above
// continued...
// ... and then it fails
// ...but only sometimes
// ...or the other way round
// ... so it must be closed
// Wait for it...
// What? ...
// If the existing code is ..., fail.
// Hier steht der Rest der Liste
// Rest wird verworfen
// der Rest
// andere Methoden
// le reste
// reste de la division
// resto
// resto de la división
// outros
// otros casos
// 其他
// 其他代码生成器
// 不变
// 保持不变
// 代码
// 省略号
// 残り
// その他
// コード
Rest of the code remains the same.
The rest of the file is unchanged.
existing code
rest of the code
- ... existing entries
1. ...
> ...
| ... | ... |
case "...":
'...',
"// ...",
default: // ...
} // ...
{ ... }
`), "\n")

func TestFind(t *testing.T) {
	t.Parallel()
	if len(omissions) < 80 || len(noOmissions) < 150 {
		t.Fatalf("%d omissions, %d others", len(omissions), len(noOmissions))
	}
	for _, s := range omissions {
		src := "first()\n\t" + s + "\nlast()\n"
		if line, text, found := Find([]byte(src), nil, false); !found || line != 2 || text != s {
			t.Errorf("%q: %d, %q, %t", s, line, text, found)
		}
		if _, _, found := Find([]byte(Meant(s)+"\n"), nil, true); found {
			t.Errorf("%q is refused, though the advice is to send it", Meant(s))
		}
		if _, _, found := Find([]byte(src), []byte("  "+s+"\r\n"), false); found {
			t.Errorf("%q is in the old text", s)
		}
	}
	for _, s := range noOmissions {
		if line, text, found := Find([]byte("first()\n\t"+s+"\nlast()\n"), nil, false); found {
			t.Errorf("%d: %q is none", line, text)
		}
	}
}

func TestFindInItsPlace(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text string
		want       int
	}{
		{"first-line", "// ... existing code ...\nx()\n", 1},
		{"only-line-without-end", "// ...", 1},
		{"crlf", "x()\r\n// ... existing code ...\r\ny()\r\n", 2},
		{"the-second", "x()\n# rest of the world\n# rest of the code\n", 3},
		{"last-line", "x()\n# ...", 2},
		{"dots-in-a-longer-comment", "// A list:\n// ...\n// and more.\n", 0},
		{"an-example-in-a-comment", "// Use it so:\n//\tf()\n//\t... existing code ...\n//\tg()\n", 0},
		{"a-block-comment", "/*\nUse it so:\n// ...\n*/\nx()\n", 0},
		{"after-a-block-comment", "/*\n// ...\n*/\nx()\n// ...\n", 5},
		{"in-a-longer-comment-by-words", "// f is as it was.\n// ... rest of the code ...\nx()\n", 2},
		{"a-long-line", "# " + strings.Repeat("x", 200) + " ...\n", 0},
		{"nothing", "", 0},
	} {
		if line, text, _ := Find([]byte(tt.text), nil, false); line != tt.want {
			t.Errorf("%s: line %d, %q; want %d", tt.name, line, text, tt.want)
		}
	}
}

// TestFindInGo looks for false alarms in a part of the Go tree. The few files
// that do leave code out are known.
func TestFindInGo(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("reads many files")
	}
	known := map[string]bool{"log/slog/example_test.go": true, "os/example_test.go": true}
	root := filepath.Join(runtime.GOROOT(), "src") //nolint:staticcheck // any Go tree will do
	for _, dir := range []string{"bytes", "io", "log", "os", "text", "time"} {
		names := 0
		err := filepath.WalkDir(filepath.Join(root, dir), func(name string, d os.DirEntry, err error) error {
			if err != nil || filepath.Ext(name) != ".go" {
				return err
			}
			names++
			src, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			rel, _ := filepath.Rel(root, name)
			if line, text, found := Find(src, nil, true); found && !known[filepath.ToSlash(rel)] {
				t.Errorf("%s:%d: %s", rel, line, text)
			}
			return nil
		})
		if os.IsNotExist(err) {
			t.Skip("the sources of Go are not there")
		}
		if err != nil || names == 0 {
			t.Errorf("%s: %d files, %v", dir, names, err)
		}
	}
}

func FuzzFind(f *testing.F) {
	for _, s := range slices.Concat(omissions, noOmissions) {
		f.Add([]byte("first()\n\t"+s+"\nlast()\n"), []byte("first()\n"))
	}
	f.Fuzz(func(t *testing.T, src, old []byte) {
		line, text, found := Find(src, old, len(old)%2 == 0)
		if !found {
			if line != 0 || text != "" {
				t.Fatalf("%d, %q of %q, though none is found", line, text, src)
			}
			return
		}
		lines := bytes.SplitAfter(src, []byte("\n"))
		if line < 1 || line > len(lines) || string(bytes.TrimSpace(lines[line-1])) != text {
			t.Fatalf("line %d of %q is not %q", line, src, text)
		}
		if _, _, again := Find(src, src, true); again {
			t.Fatalf("%q is in the old text", src)
		}
	})
}
