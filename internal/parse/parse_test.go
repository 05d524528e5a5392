package parse_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fileops/internal/ops"
	"fileops/internal/parse"
)

// dump shows what a response holds, a line each.
func dump(r parse.Response) string {
	var b strings.Builder
	for _, op := range r.Operations {
		fmt.Fprintf(&b, "%s:%d", op.ID, op.Line)
		if op.Call.Name != "" {
			fmt.Fprintf(&b, " %s(%s)", op.Call.Name, op.Call.API)
		}
		if v, ok := op.Action.(ops.Invalid); ok {
			fmt.Fprintf(&b, " %s", v.Msg)
			if v.Hint != "" && !v.Skipped && !strings.HasPrefix(v.Msg, "unclosed") {
				fmt.Fprintf(&b, " | %s", v.Hint)
			}
		} else {
			for _, arg := range op.Args {
				form := "="
				if arg.Value.Block {
					form = ":="
				}
				fmt.Fprintf(&b, " %s%s%q", arg.Name, form, arg.Value.Text)
			}
		}
		b.WriteByte('\n')
	}
	for _, q := range r.Quoted {
		fmt.Fprintf(&b, "quoted %s:%d in %s\n", q.Operation, q.Line, q.In)
	}
	for _, t := range r.Thinking {
		fmt.Fprintf(&b, "thinking %q\n", t)
	}
	for _, c := range r.Commands {
		fmt.Fprintf(&b, "command %q\n", c)
	}
	for _, w := range r.Warnings {
		fmt.Fprintf(&b, "warning %s\n", w)
	}
	return b.String()
}

const (
	edit   = "<edit>\n<file>a.py</file>\n<find>\nold\n</find>\n<replace>\nnew\n</replace>\n</edit>\n"
	del    = "<delete><file>a</file></delete>"
	edit0  = "file_edit_0:1 file=\"a.py\" find:=\"old\\n\" replace:=\"new\\n\"\n"
	create = "<create>\n<file>a.md</file>\n<content>\n%s\n</content>\n</create>\n"
)

// nested is an edit with edits in each other in what it looks for.
func nested(depth int) string {
	find := "x"
	for range depth - 1 {
		find = "<edit><file>b</file><find>" + find + "</find><replace>y</replace></edit>"
	}
	return "<edit><file>a</file><find>" + find + "</find><replace>z</replace></edit>"
}

type parseCase struct{ name, in, want string }

// seedCases are the cases of the first seed: its own tests and its section on the
// parsing strategy, by name.
var seedCases = []parseCase{
	{
		"parse_edit_simple",
		"\n    <edit>\n    <file>test.py</file>\n    <find>old code</find>\n    <replace>new code</replace>\n    </edit>\n    ",
		`file_edit_0:2 file="test.py" find="old code" replace="new code"` + "\n",
	},
	{
		"parse_edit_with_xml_chars",
		"<edit>\n<file>test.py</file>\n<find>\nif x < 5:\n    pattern = r'<.*?>'\n</find>\n<replace>\nif x <= 5:\n    pattern = r'<[^>]+>'\n</replace>\n</edit>",
		`file_edit_0:1 file="test.py" find:="if x < 5:\n    pattern = r'<.*?>'\n" replace:="if x <= 5:\n    pattern = r'<[^>]+>'\n"` + "\n",
	},
	{
		"parse_multiple_operations",
		"I'll make these changes:\n\n<edit>\n<file>file1.py</file>\n<find>old1</find>\n<replace>new1</replace>\n</edit>\n\nThen create a new file:\n\n<create>\n<file>file2.py</file>\n<content>content here</content>\n</create>\n",
		`file_edit_0:3 file="file1.py" find="old1" replace="new1"` + "\n" + `file_create_0:11 file="file2.py" content="content here"` + "\n",
	},
	{
		"parse_missing_tag",
		"<edit>\n<file>test.py</file>\n<find>old code</find>\n<!-- Missing </replace> tag -->\n</edit>\n" + del,
		"malformed_edit_0:1 Missing required tag: <replace>\nfile_delete_0:6 file=\"a\"\n",
	},
	{
		"strategy_1_code_with_angle_brackets",
		"<edit>\n<file>test.py</file>\n<find>\nif x < 5 and y > 3:\n</find>\n<replace>\nif x <= 5 and y >= 3:\n</replace>\n</edit>",
		`file_edit_0:1 file="test.py" find:="if x < 5 and y > 3:\n" replace:="if x <= 5 and y >= 3:\n"` + "\n",
	},
	{
		"strategy_2_nested_xml_like_structure",
		"<edit>\n<file>template.html</file>\n<find>\n<div class=\"old\">\n  <span>Content</span>\n</div>\n</find>\n<replace>\n<div class=\"new\">\n  <span>Updated</span>\n</div>\n</replace>\n</edit>",
		`file_edit_0:1 file="template.html" find:="<div class=\"old\">\n  <span>Content</span>\n</div>\n" replace:="<div class=\"new\">\n  <span>Updated</span>\n</div>\n"` + "\n",
	},
	{
		"strategy_3_comments_with_tag_names",
		"<edit>\n<file>parser.py</file>\n<find>\n# TODO: Fix <tag> parsing\n# The </tag> closer is broken\n</find>\n<replace>\n# DONE: Fixed <tag> parsing\n</replace>\n</edit>",
		`file_edit_0:1 file="parser.py" find:="# TODO: Fix <tag> parsing\n# The </tag> closer is broken\n" replace:="# DONE: Fixed <tag> parsing\n"` + "\n",
	},
	{
		"strategy_4_string_literal_with_closing_tag",
		"<edit>\n<file>test.py</file>\n<find>\nerror_msg = \"Missing </find> tag\"\n</find>\n<replace>\nerror_msg = \"Missing closing tag\"\n</replace>\n</edit>",
		`file_edit_0:1 file="test.py" find:="error_msg = \"Missing </find> tag\"\n" replace:="error_msg = \"Missing closing tag\"\n"` + "\n",
	},
	{
		"edge_9_empty_find",
		"<edit>\n<file>file.py</file>\n<find></find>\n<replace>something</replace>\n</edit>",
		"malformed_edit_0:1 <find> content cannot be empty\n",
	},
	{
		"edge_10_cdata",
		"<edit>\n<file>test.py</file>\n<find><![CDATA[\npattern = r'<.*?>'\n]]></find>\n<replace><![CDATA[\npattern = r'<[^>]+>'\n]]></replace>\n</edit>",
		`file_edit_0:1 file="test.py" find:="pattern = r'<.*?>'\n" replace:="pattern = r'<[^>]+>'\n"` + "\n",
	},
	{
		"no_attributes_on_an_operation",
		"<edit file=\"a.py\"><find>a</find><replace>b</replace></edit>" + del,
		"malformed_edit_0:1 attributes are not allowed in <edit>: use <file>…</file>\nfile_delete_0:1 file=\"a\"\n",
	},
	{
		"no_attributes_on_insert_mode",
		"<insert_after mode=\"after\">\n<file>a</file>\n<pattern>p</pattern>\n<content>c</content>\n</insert_after>",
		"malformed_insert_after_0:1 attributes are not allowed in <insert_after>: use <file>…</file>\n",
	},
}

// blockCases are about where a block and its fields end.
var blockCases = []parseCase{
	{"tags_in_any_case", "<EDIT><File>a</File><FIND>x</find><Replace>y</replace></Edit>", `file_edit_0:1 file="a" find="x" replace="y"` + "\n"},
	{"blanks_in_a_tag", "<delete ><file >a</file ></delete >", `file_delete_0:1 file="a"` + "\n"},
	{"paths_are_trimmed", "<delete>\n<file>\n  a/b.py \n</file>\n</delete>", "file_delete_0:1 file:=\"  a/b.py \\n\"\n"},
	{"inline_is_verbatim", "<edit><file>a</file><find>  x </find><replace>\ty</replace></edit>", `file_edit_0:1 file="a" find="  x " replace="\ty"` + "\n"},
	{"block_of_no_lines", "<edit><file>a</file><find>x</find><replace>\n</replace></edit>", `file_edit_0:1 file="a" find="x" replace:=""` + "\n"},
	{"block_of_one_blank_line", "<edit><file>a</file><find>x</find><replace>\n\n</replace></edit>", `file_edit_0:1 file="a" find="x" replace:="\n"` + "\n"},
	{"blanks_before_the_closing_tag", "<edit><file>a</file><find>\n  x\n  </find><replace>y</replace></edit>", `file_edit_0:1 file="a" find:="  x\n" replace="y"` + "\n"},
	{"block_that_ends_on_a_text_line", "<create><file>a</file><content>\nx\ny</content></create>", `file_create_0:1 file="a" content:="x\ny\n"` + "\n"},
	{"a_carriage_return_before_the_closing_tag_is_text", "<create><file>a</file><content>\nx\r</content></create>", `file_create_0:1 file="a" content:="x\r\r\n"` + "\n"},
	{"a_carriage_return_at_the_end_of_cdata_is_text", "<create><file>a</file><content>\n<![CDATA[x\r]]>\n</content></create>", `file_create_0:1 file="a" content:="x\r\r\n"` + "\n"},
	{"carriage_returns_stay", "<create><file>a</file><content>\r\nx\r\n</content></create>", `file_create_0:1 file="a" content:="x\r\n"` + "\n"},
	{"fields_in_any_order", "<edit><replace>y</replace><find>x</find><file>a</file></edit>", `file_edit_0:1 replace="y" find="x" file="a"` + "\n"},
	{"comments_between_fields", "<edit><!-- <find>no</find> --><file>a</file><!-- 1 --> <!-- 2 --><find>x</find><replace>y</replace><!-- done --></edit>", `file_edit_0:1 file="a" find="x" replace="y"` + "\n"},
	{"html_in_a_value", fmt.Sprintf(create, "<html><file>x</file><content>y</content>z</html>"), `file_create_0:1 file="a.md" content:="<html><file>x</file><content>y</content>z</html>\n"` + "\n"},
	{"xml_with_the_same_tags", "<edit><file>a</file><find><form><find>x</find><replace>y</replace></form></find><replace>z</replace></edit>", `file_edit_0:1 file="a" find="<form><find>x</find><replace>y</replace></form>" replace="z"` + "\n"},
	{"page_about_this_format", fmt.Sprintf(create, "# How\n\n"+strings.ReplaceAll(create, "%s", "text")+"\nand\n\n"+edit), `file_create_0:1 file="a.md" content:="# How\n\n<create>\n<file>a.md</file>\n<content>\ntext\n</content>\n</create>\n\nand\n\n<edit>\n<file>a.py</file>\n<find>\nold\n</find>\n<replace>\nnew\n</replace>\n</edit>\n\n"` + "\n"},
	{"page_with_an_example_cut_short", fmt.Sprintf(create, "<create>\n<file>x</file>\n...\n</create>"), `file_create_0:1 file="a.md" content:="<create>\n<file>x</file>\n...\n</create>\n"` + "\n"},
	{"value_with_a_tag_cut_off_in_its_attributes", fmt.Sprintf(create, "<delete 0=") + fmt.Sprintf(create, "<edit a=\"b"), `file_create_0:1 file="a.md" content:="<delete 0=\n"` + "\n" + `file_create_1:7 file="a.md" content:="<edit a=\"b\n"` + "\n"},
	{"page_with_an_example_that_names_its_field", fmt.Sprintf(create, "<create><file>b</file><content>use <content></content></create>") + del, `file_create_0:1 file="a.md" content:="<create><file>b</file><content>use <content></content></create>\n"` + "\nfile_delete_0:7 file=\"a\"\n"},
	{"value_names_its_operation", fmt.Sprintf(create, "Use the <create> tag.") + fmt.Sprintf(create, "End with </create>."), `file_create_0:1 file="a.md" content:="Use the <create> tag.\n"` + "\n" + `file_create_1:7 file="a.md" content:="End with </create>.\n"` + "\n"},
	{"values_name_their_field", fmt.Sprintf(create, "<content> opens it.") + fmt.Sprintf(create, "</content> ends it."), `file_create_0:1 file="a.md" content:="<content> opens it.\n"` + "\n" + `file_create_1:7 file="a.md" content:="</content> ends it.\n"` + "\n"},
	{"end_in_doubt", fmt.Sprintf(create, "text\n</content>\n</create>\nmore"), "malformed_create_0:1 ambiguous end of <content> in <create>: wrap the value in <![CDATA[ … ]]>\n"},
	{"end_in_doubt_with_an_opening_between", fmt.Sprintf(create, "0</content></create><content>0"), "malformed_create_0:1 ambiguous end of <content> in <create>: wrap the value in <![CDATA[ … ]]>\n"},
	{"end_in_doubt_inside_a_block", "<edit><file>a</file><find>x</find><replace>y</find><replace>z</replace></edit>" + del, "malformed_edit_0:1 ambiguous end of <find> in <edit>: wrap the value in <![CDATA[ … ]]>\nfile_delete_0:1 file=\"a\"\n"},
	{"end_in_doubt_after_a_mention_of_the_operation", "<edit>\n<file>a</file>\n<find>\none\n</find>\n<replace>\nuse <edit> here\n</find>\n<replace>\nuse <str_replace> here\n</replace>\n</edit>\n" + del, "malformed_edit_0:1 ambiguous end of <find> in <edit>: wrap the value in <![CDATA[ … ]]>\nfile_delete_0:13 file=\"a\"\n"},
	{"mention_of_the_operation_without_doubt", "<edit><file>a</file><find>x</find><replace>use <edit> here</replace></edit><edit><file>a</file><find>y</find><replace>z</replace></edit>", `file_edit_0:1 file="a" find="x" replace="use <edit> here"` + "\n" + `file_edit_1:1 file="a" find="y" replace="z"` + "\n"},
	{"doubt_taken_by_cdata", fmt.Sprintf(create, "<![CDATA[\ntext\n</content>\n</create>\nmore\n]]>"), `file_create_0:1 file="a.md" content:="text\n</content>\n</create>\nmore\n"` + "\n"},
	{"cdata_inline", "<edit><file><![CDATA[a]]></file><find><![CDATA[</find><replace>]]></find><replace><![CDATA[]]></replace></edit>", "file_edit_0:1 file=\"a\" find=\"</find><replace>\" replace=\"\"\n"},
	{"cdata_in_cdata", fmt.Sprintf(create, "<![CDATA[\n"+fmt.Sprintf(create, "<![CDATA[\nx\n]]>")+"\n]]>"), `file_create_0:1 file="a.md" content:="<create>\n<file>a.md</file>\n<content>\n<![CDATA[\nx\n]]>\n</content>\n</create>\n\n"` + "\n"},
	{"cdata_sections_of_the_text", "<edit><file>a</file><find><![CDATA[a]]><i/><![CDATA[b]]></find><replace>X</replace></edit>" + del, "malformed_edit_0:1 ambiguous CDATA sections in <find> | If the text itself has them, wrap all of it in <![CDATA[ … ]]> once more. If they wrap it, one is enough: ]]> in it stands as it is.\nfile_delete_0:1 file=\"a\"\n"},
	{"cdata_sections_on_lines", fmt.Sprintf(create, "<![CDATA[a]]>\n<i/>\n<![CDATA[b]]>"), "malformed_create_0:1 ambiguous CDATA sections in <content> | If the text itself has them, wrap all of it in <![CDATA[ … ]]> once more. If they wrap it, one is enough: ]]> in it stands as it is.\n"},
	{"cdata_parted_as_xml_has_it", fmt.Sprintf(create, "<![CDATA[a]]]]><![CDATA[>b]]>"), "malformed_create_0:1 ambiguous CDATA sections in <content> | If the text itself has them, wrap all of it in <![CDATA[ … ]]> once more. If they wrap it, one is enough: ]]> in it stands as it is.\n"},
	{"cdata_sections_wrapped", "<edit><file>a</file><find><![CDATA[<![CDATA[a]]]]><![CDATA[>b]]>]]></find><replace>X</replace></edit>", `file_edit_0:1 file="a" find="<![CDATA[a]]]]><![CDATA[>b]]>" replace="X"` + "\n"},
	{"cdata_with_its_end_in_it", fmt.Sprintf(create, "<![CDATA[\nif a[b[0]]>1: s.replace(\"]]>\", \"]]]]><![CDATA[>\")\n]]>"), `file_create_0:1 file="a.md" content:="if a[b[0]]>1: s.replace(\"]]>\", \"]]]]><![CDATA[>\")\n"` + "\n"},
	{"cdata_never_ended", "<create><file>a</file><content><![CDATA[\nx\n</content></create>\n<create><file>b</file><content><![CDATA[\ny\n]]></content></create>", "malformed_create_0:1 unclosed <create> at line 1: the </create> at line 3 does not end it\nfile_create_0:4 Skipped: it stands after the unclosed <create> at line 1\n"},
	{"cdata_never_ended_before_a_plain_value", "<create><file>a</file><content><![CDATA[\nx\n</content></create>\n<create><file>b</file><content>]]></content></create>", "malformed_create_0:1 unclosed <create> at line 1: the </create> at line 3 does not end it\nfile_create_0:4 Skipped: it stands after the unclosed <create> at line 1\n"},
	{"cdata_on_lines_of_its_own", "<create><file>a</file><content>\n<![CDATA[x]]>\n</content></create>", `file_create_0:1 file="a" content:="x\n"` + "\n"},
	{"unknown_field", "<edit><file>a</file><search>x</search><replace>y</replace></edit>" + del, "malformed_edit_0:1 unknown tag <search> in <edit>: did you mean <find>?\nfile_delete_0:1 file=\"a\"\n"},
	{"unknown_field_misspelt", "<edit><file>a</file><fnd>x</fnd><replace>y</replace></edit>", "malformed_edit_0:1 unknown tag <fnd> in <edit>: did you mean <find>?\n"},
	{"unknown_field_after_text", "<grep>\n<pattern>x</pattern>\n<case_sensitive>false</case_sensitive>\n</grep>" + del, "malformed_grep_0:1 unknown tag <case_sensitive> in <grep> | There are <pattern>, <path>, <glob>, <type>, <output_mode>, <ignore_case>, <line_numbers>, <after>, <before>, <context>, <multiline>, <head_limit>, <offset>.\nfile_delete_0:4 file=\"a\"\n"},
	{"unknown_fields_between_texts", "<edit><file>a</file><find>x</find><a>1</a>\n<b>2</b><replace>y</replace></edit>" + del, "malformed_edit_0:1 unknown tags in <edit>: <a>, <b> | There are <file>, <find>, <replace>.\nfile_delete_0:2 file=\"a\"\n"},
	{"field_of_another_operation_after_text", "<edit><file>a</file><find>x</find><replace>y</replace><to>b</to></edit>" + del, "malformed_edit_0:1 unknown tag <to> in <edit> | There are <file>, <find>, <replace>.\nfile_delete_0:1 file=\"a\"\n"},
	{"unknown_field_in_text", "<create><file>a</file><content>a </content><b>1</b></create> c</content></create>" + del, "file_create_0:1 file=\"a\" content=\"a </content><b>1</b></create> c\"\nfile_delete_0:1 file=\"a\"\n"},
	{"unknown_field_before_the_next_block", "<append><file>a</file><content>x</content><b>1</b></append><append><file>a</file><content>y</content></append>", "malformed_append_0:1 unknown tag <b> in <append> | There are <file>, <content>.\nfile_append_0:1 file=\"a\" content=\"y\"\n"},
	{"block_in_unknown_field", "<create><file>a</file><content>x</content><b>" + del + "</b></create>", "malformed_create_0:1 unclosed <create> at line 1: the response may be cut off, or its </create> is missing\nfile_delete_0:1 Skipped: it stands after the unclosed <create> at line 1\n"},
	{"unknown_field_first_that_names_the_operation", "<edit><note>as <edit>x</edit> was</note><file>a</file><find>x</find><replace>y</replace></edit>" + del, "malformed_edit_0:1 unknown tag <note> in <edit> | There are <file>, <find>, <replace>.\nfile_delete_0:1 file=\"a\"\n"},
	{"the_operation_named_in_a_value_with_its_end", "<edit><file>a</file><find>x</find><replace>y</find> and <edit> </edit></replace></edit>" + del, "file_edit_0:1 file=\"a\" find=\"x\" replace=\"y</find> and <edit> </edit>\"\nfile_delete_0:1 file=\"a\"\n"},
	{"unknown_field_around_blocks", "<create><path>a</path><body>\n" + del + "\n</body></create>" + del, "malformed_create_0:1 unknown tags in <create>: <path> (did you mean <file>?), <body> (did you mean <content>?)\nfile_delete_0:3 file=\"a\"\n"},
	{"repeated_field", "<edit><file>a</file><find>x</find><find>y</find><replace>z</replace></edit>", "malformed_edit_0:1 <find> stands twice in <edit> | Send one block for each change.\n"},
	{"malformed_block_after_a_good_one", edit + "<edit>\n<path>a</path>\n<find>x</find><replace>y</replace></edit>", edit0 + "malformed_edit_0:10 unknown tag <path> in <edit>: did you mean <file>?\n"},
	{"unknown_operation", "<apend>\n<file>a</file><content>" + del + "</content>\n</apend>" + del, "malformed_apend_0:1 unknown operation <apend> | Did you mean <append>?\nfile_delete_0:3 file=\"a\"\n"},
	{"unknown_operation_by_another_name", "<rename><from>a</from><to>b</to></rename>", "malformed_rename_0:1 unknown operation <rename> | Did you mean <move>?\n"},
	{"unknown_operation_cut_off", "x <write_file><path>a</path>\n" + del, "malformed_write_file_0:1 unknown operation <write_file> | Did you mean <write>?\nfile_delete_0:2 Skipped: it stands after the unclosed <write_file> at line 1\n"},
	{"path_field_alone", "x <file>a</file> and " + del, "file_delete_0:1 file=\"a\"\n"},
	{"stray_closing_tag_in_a_block", "<delete><file>a</file></file></delete>", "malformed_delete_0:1 unexpected text in <delete>: \"</file>\" | A block holds fields only: put comments outside it.\n"},
	{"skipped_though_malformed", "<create><file>a</file><content>x\n<edit><path>b</path></edit>", "malformed_create_0:1 unclosed <create> at line 1: the response may be cut off, or its </create> is missing\nfile_edit_0:2 Skipped: it stands after the unclosed <create> at line 1\n"},
	{"empty_path", "<delete><file> </file></delete>", "malformed_delete_0:1 Empty file path | Write the path into <file>.\n"},
	{"empty_cdata", "<create><file>a</file><content><![CDATA[]]></content></create>", `file_create_0:1 file="a" content=""` + "\n"},
	{"empty_cdata_on_a_line_of_its_own", "<create_overwrite>\n<file>a</file>\n<content>\n<![CDATA[]]>\n</content>\n</create_overwrite>", `file_create_overwrite_0:1 file="a" content=""` + "\n"},
	{"empty_cdata_to_append", "<append><file>a</file><content><![CDATA[]]></content></append>", "malformed_append_0:1 <content> cannot be empty | There is nothing to add. To make an empty file, send <create> with <content><![CDATA[]]></content>.\n"},
	{"empty_cdata_to_find", "<edit><file>a</file><find><![CDATA[]]></find><replace>x</replace></edit>", "malformed_edit_0:1 <find> content cannot be empty\n"},
	{"empty_write", "<write><file>a</file><content></content></write>", `file_write_0:1 file="a" content=""` + "\n"},
	{"cdata_with_a_line_break", "<create><file>a</file><content><![CDATA[\n]]></content></create>", `file_create_0:1 file="a" content:=""` + "\n"},
	{"empty_content", "<create><file>a</file><content>\n</content></create>", "malformed_create_0:1 <content> cannot be empty | For an empty file, write <content><![CDATA[]]></content>.\n"},
	{"empty_block", "<delete></delete>", "malformed_delete_0:1 Missing required tag: <file>\n"},
	{"bad_number", "<replace_lines><file>a</file><start_line>x</start_line><end_line>2</end_line><new_content>y</new_content></replace_lines>", "malformed_replace_lines_0:1 <start_line> must be a whole number, not \"x\"\n"},
	{"text_for_a_field", "<delete>a.txt</delete>" + del, "malformed_delete_0:1 unexpected text in <delete>: \"a.txt\" | A block holds fields only: put comments outside it.\nfile_delete_0:1 file=\"a\"\n"},
	{"text_between_fields", "<edit><file>a</file>, then <find>x</find><replace>y</replace></edit>" + del, "malformed_edit_0:1 unexpected text in <edit>: \", then\" | A block holds fields only: put comments outside it.\nfile_delete_0:1 file=\"a\"\n"},
	{"forgotten_end_of_a_field", "<edit><file>a</file><find>x<replace>y</replace></edit>" + del, "malformed_edit_0:1 no </find> ends <find> | After it the next field must open, or </edit> follow.\nfile_delete_0:1 file=\"a\"\n"},
	{"self_closed_content", "<create><file>a</file><content/></create>", "malformed_create_0:1 self-closing <content/> is not allowed | For an empty file, write <content><![CDATA[]]></content>.\n"},
	{"self_closed_content_of_an_overwrite", "<create_overwrite><file>a</file><content /></create_overwrite>", "malformed_create_overwrite_0:1 self-closing <content/> is not allowed | For an empty file, write <content><![CDATA[]]></content>.\n"},
	{"self_closed_content_of_a_write", "<write><file>a</file><content/></write>", "malformed_write_0:1 self-closing <content/> is not allowed: use <content></content>\n"},
	{"self_closed_content_of_an_append", "<append><file>a</file><content/></append>", "malformed_append_0:1 self-closing <content/> is not allowed | There is nothing to add. To make an empty file, send <create> with <content><![CDATA[]]></content>.\n"},
	{"self_closed_path", "<delete><file/></delete>", "malformed_delete_0:1 self-closing <file/> is not allowed: write the value between <file> and </file>\n"},
	{"self_closed_find", "<edit><file>a</file><find/><replace>x</replace></edit>", "malformed_edit_0:1 self-closing <find/> is not allowed: write the value between <find> and </find>\n"},
	{"self_closed_field", "<edit><file>a</file><find>x</find><replace/></edit>", "malformed_edit_0:1 self-closing <replace/> is not allowed: use <replace></replace>\n"},
	{"self_closed_operation", "<delete file=\"a\"/>" + del, "malformed_delete_0:1 attributes are not allowed in <delete>: use <file>…</file>\nfile_delete_0:1 file=\"a\"\n"},
	{"attribute_with_a_bracket_in_quotes", "<edit note=\"a>b\"><file>a</file><find>x</find><replace>y</replace></edit>", "malformed_edit_0:1 attributes are not allowed in <edit>: use <file>…</file>\n"},
	{"attribute_with_an_end_in_quotes", "<edit note=\"a/>b\"><file>a</file><find>x</find><replace>y</replace></edit>", "malformed_edit_0:1 attributes are not allowed in <edit>: use <file>…</file>\n"},
	{"attributes_on_a_field", "<edit><file>a</file><find regex=\"true\">x</find><replace>y</replace></edit>", "malformed_edit_0:1 attributes are not allowed in <find> | Write it as <find>…</find>.\n"},
	{"cut_off", edit + "<create>\n<file>a</file>\n<content>\nfoo\n" + del + "\n", edit0 + "malformed_create_0:10 unclosed <create> at line 10: the response may be cut off, or its </create> is missing\nfile_delete_0:14 Skipped: it stands after the unclosed <create> at line 10\n"},
	{"cut_off_by_a_field_without_an_end", "<edit><file>a</file><find>x</find><replace>y</edit>\n" + del, "malformed_edit_0:1 unclosed <edit> at line 1: the </edit> at line 1 does not end it\nfile_delete_0:2 Skipped: it stands after the unclosed <edit> at line 1\n"},
	{"cut_off_before_the_same", "<create><file>a</file><content>foo\n" + fmt.Sprintf(create, "x"), "malformed_create_0:1 unclosed <create> at line 1: the response may be cut off, or its </create> is missing\nfile_create_0:2 Skipped: it stands after the unclosed <create> at line 1\n"},
	{"cut_off_in_a_tag", edit + "<edit>\n<fi", edit0 + "malformed_edit_0:10 unclosed <edit> at line 10: the response may be cut off\n"},
	{"cut_off_in_cdata", "<create><file>a</file><content><![CDATA[x</content></create>", "malformed_create_0:1 unclosed <create> at line 1: the </create> at line 1 does not end it\n"},
	{"cut_off_before_an_unknown_field_ends_the_block", "<edit><file>a</file><find>x</find><note>y</note>", "malformed_edit_0:1 unclosed <edit> at line 1: the response may be cut off\n"},
	{"wrong_closing_tag", "<create><file>a</file><content>x</file></create>", "malformed_create_0:1 no </content> ends <content> | After it the next field must open, or </create> follow.\n"},
	{"closing_tags_alone", "x </edit> and </find> and </path>\n" + edit, "file_edit_0:2 file=\"a.py\" find:=\"old\\n\" replace:=\"new\\n\"\nwarning closing tag </edit> without an opening one at line 1\nwarning closing tag </find> without an opening one at line 1\n"},
	{"named_in_prose", "I will <edit> this and <create> that.\n" + edit, "file_edit_0:2 file=\"a.py\" find:=\"old\\n\" replace:=\"new\\n\"\nwarning <edit> at line 1 is not followed by a field: taken for prose\nwarning <create> at line 1 is not followed by a field: taken for prose\n"},
}

// quotedCases are about text that is shown, not run.
var quotedCases = []parseCase{
	{"fence", "```xml\n" + edit + "```\n" + del, "file_delete_0:12 file=\"a\"\nquoted edit:2 in fence\n"},
	{"tilde_fence", "~~~\n" + edit + "~~~\n" + del, "file_delete_0:12 file=\"a\"\nquoted edit:2 in fence\n"},
	{"longer_fence_holds_a_shorter_one", "````\n```\n" + edit + "```\n````\n" + del, "file_delete_0:14 file=\"a\"\nquoted edit:3 in fence\n"},
	{"fence_in_a_list", "1. So:\n\n   ```\n   " + del + "\n   ```\n\n2. " + del, "file_delete_0:7 file=\"a\"\nquoted delete:4 in fence\n"},
	{"fence_in_a_quote", "> ```\n> " + del + "\n> ```\n" + del, "file_delete_0:4 file=\"a\"\nquoted delete:2 in fence\n"},
	{"fence_on_a_list_marker", "- ```\n  " + del + "\n  ```\n" + del, "file_delete_0:4 file=\"a\"\nquoted delete:2 in fence\n"},
	{"block_in_a_fence_holds_fences", "```\n" + fmt.Sprintf(create, "```sh\nls\n```\n"+del) + "```\n" + del, "file_delete_0:12 file=\"a\"\nquoted create:2 in fence\n"},
	{"part_of_a_block_in_a_fence", "```\n<edit>\n<file>a</file>\n<find>\n...\n```\n" + edit, "file_edit_0:7 Skipped: it stands after the quoted <edit> at line 2, which never ends\nquoted edit:2 in fence\n"},
	{"fence_never_closed", "```\n" + del + "\n", "file_delete_0:2 Skipped: it stands in fenced code that begins at line 1 and is never closed\n"},
	{"part_of_a_block_and_its_end_in_prose", "```\n<edit>\n<file>a</file>\n```\nThen `</edit>`.\n\n```\n" + del + "\n```\n", "quoted edit:2 in fence\nquoted delete:8 in fence\n"},
	{"part_of_a_whole_block_and_its_end_in_prose", "```\n<create><file>a</file><content>\nfoo\n```\nthen `</content></create>`\n\n```\n" + del + "\n```\n", "quoted create:2 in fence\nquoted delete:8 in fence\n"},
	{"malformed_block_in_a_fence", "```\n<edit>\n<path>a</path>\n</edit>\n```\n" + del, "file_delete_0:6 file=\"a\"\nquoted edit:2 in fence\n"},
	{"fence_closed_by_a_quoted_fence", "```md\n> ```\n" + del + "\n> ```\n```\n" + del, "file_delete_0:6 file=\"a\"\nquoted delete:3 in fence\n"},
	{"fence_in_a_quote_that_ends", "> ```\n> code\n\ntext\n\n```\n" + del + "\n```", "file_delete_0:7 Skipped: it stands after fenced code that begins at line 1 and whose end is in doubt\n"},
	{"fence_in_a_list_that_ends", "- ```\n  code\n\ntext\n\n```\n" + del + "\n```", "file_delete_0:7 Skipped: it stands after fenced code that begins at line 1 and whose end is in doubt\n"},
	{"fence_indented_as_code", "Prose.\n\n    ```\n\n```\n" + del + "\n```", "file_delete_0:6 Skipped: it stands after fenced code that begins at line 3 and whose end is in doubt\n"},
	{"fence_in_a_list_with_its_code_outside", "10. So:\n\n    ```\n" + del + "\n    ```\n\n" + del, "file_delete_0:4 Skipped: it stands in or after fenced code that begins at line 3 and whose end is in doubt\nfile_delete_1:7 file=\"a\"\n"},
	{"fence_with_a_closer_too_deep", "~~~\n\t~~~\n" + del + "\n~~~\n" + del, "file_delete_0:5 file=\"a\"\nquoted delete:3 in fence\n"},
	{"fence_at_the_end", "```\n" + del + "\n```", "quoted delete:2 in fence\n"},
	{"fence_with_a_block_that_ends_in_a_bracket_alone", "```\n<delete><file>a</file></delete\n>\n```\n" + del, "file_delete_0:5 file=\"a\"\nquoted delete:2 in fence\n"},
	{"no_fence_in_a_line", "text ```\n" + del, skippedIn("file_delete_0", 2, "code span")},
	{"code_span", "Use `" + del + "` or\n" + del, "file_delete_0:2 file=\"a\"\nquoted delete:1 in code span\n"},
	{"code_span_over_lines", "Use `<delete>\n<file>a</file>\n</delete>` now.\n" + del, "file_delete_0:4 file=\"a\"\nquoted delete:1 in code span\n"},
	{"code_span_of_two", "Use ``" + del + " ` ``" + del, "file_delete_0:1 file=\"a\"\nquoted delete:1 in code span\n"},
	{"code_span_with_blank_lines", "Use `<create><file>a</file><content>\n\nx\n</content></create>` now", "quoted create:1 in code span\n"},
	{"lone_backtick_before_a_block", "the ` character:\n<create><file>a</file><content>`</content></create>", skippedIn("file_create_0", 2, "code span")},
	{"lone_backtick_in_another_paragraph", "a ` b\n\n" + del + " ` c", "file_delete_0:3 file=\"a\"\n"},
	{"code_span_after_an_escaped_backslash", "In \\\\`run " + del + " now`", "quoted delete:1 in code span\n"},
	{"code_span_after_an_escaped_tick", "In \\``run " + del + " now`", "quoted delete:1 in code span\n"},
	{"lone_backtick_in_another_list_item", "- The ` key.\n- Never `run " + del + " now`", "quoted delete:2 in code span\n"},
	{"lone_backtick_in_a_heading", "# The ` key\nNever `run " + del + " now`", "quoted delete:2 in code span\n"},
	{"lone_backtick_in_a_row", "| ` |\n| `run " + del + " now` |", "quoted delete:2 in code span\n"},
	{"backticks_on_lines_of_their_own", "So:\n`\n" + del + "\n`\n" + del, "file_delete_0:5 file=\"a\"\nquoted delete:3 in code span\n"},
	{"escaped_backticks", "\\`" + del + "\\`", "file_delete_0:1 file=\"a\"\n"},
	{"inline_triple_backticks", "```" + del + "```\n" + del, "file_delete_0:2 file=\"a\"\nquoted delete:1 in code span\n"},
	{"code_element", "<p><code>" + del + "</code></p>" + del, "file_delete_0:1 file=\"a\"\nquoted delete:1 in code\n"},
	{"code_element_in_a_value_of_a_quoted_block", "<code><create><file>a</file><content></code>" + del + "</content></create></code>" + del, "file_delete_0:1 file=\"a\"\nquoted create:1 in code\n"},
	{"code_never_closed", "a <code> tag\n" + del, skippedIn("file_delete_0", 2, "<code>")},
	{"comment", "<!-- " + del + " -->" + del, "file_delete_0:1 file=\"a\"\nquoted delete:1 in comment\n"},
	{"comment_around_a_value_with_its_end", "<!-- <create><file>a</file><content>--> " + del + "</content></create> -->" + del, "file_delete_0:1 file=\"a\"\nquoted create:1 in comment\n"},
	{"comment_never_closed", "<!-- " + del, "file_delete_0:1 Skipped: it stands after the unclosed comment at line 1\n"},
	{"comment_named_in_prose", "a <!-- b\n" + del, skippedIn("file_delete_0", 2, "comment")},
	{"comment_that_only_a_value_ends", "a <!-- b\n<create><file>a</file><content>--></content></create>", skippedIn("file_create_0", 2, "comment")},
	{"think", "<think>maybe " + del + "</think>" + edit, edit0 + "quoted delete:1 in think\nthinking \"maybe <delete><file>a</file></delete>\"\n"},
	{"thinking", "<THINKING>\nhm\n</THINKING>\n" + edit, "file_edit_0:4 file=\"a.py\" find:=\"old\\n\" replace:=\"new\\n\"\nthinking \"hm\"\n"},
	{"think_with_part_of_a_block", "<think><edit><file>a</file></think>" + edit, edit0 + "quoted edit:1 in think\nthinking \"<edit><file>a</file>\"\n"},
	{"think_in_think", "<think>a <think>b</think> or " + del + "</think>" + edit, edit0 + "quoted delete:1 in think\nthinking \"a <think>b</think> or <delete><file>a</file></delete>\"\n"},
	{"think_that_names_its_end", "<think>close with `</think>`.\n" + del + "\n</think>\n" + edit, "file_edit_0:4 file=\"a.py\" find:=\"old\\n\" replace:=\"new\\n\"\nquoted delete:2 in think\nthinking \"close with `\"\nthinking \"`.\\n<delete><file>a</file></delete>\"\nwarning </think> at line 3 has no opening tag: everything before it is taken for thinking\n"},
	{"think_that_names_itself", "<think>a <think> b</think>" + del, "file_delete_0:1 Skipped: it stands after the unclosed <think> at line 1\nthinking \"a <think> b</think><delete><file>a</file></delete>\"\nwarning <think> at line 1 opens again before it closes, and one of them is unclosed: what follows it in the text was not run\n"},
	{"think_never_closed", "<think>hm\n" + del, "file_delete_0:2 Skipped: it stands after the unclosed <think> at line 1\nthinking \"hm\\n<delete><file>a</file></delete>\"\nwarning unclosed <think> at line 1: what follows it in the text was not run\n"},
	{"think_without_its_start", "maybe " + del + "\n</think>\n" + del, "file_delete_0:3 file=\"a\"\nquoted delete:1 in think\nthinking \"maybe <delete><file>a</file></delete>\"\nwarning </think> at line 2 has no opening tag: everything before it is taken for thinking\n"},
	{"terminal", "<terminal>ls -la</terminal>" + del, "file_delete_0:1 file=\"a\"\ncommand \"ls -la\"\n"},
	{"terminal_with_a_block", "<terminal>echo '" + del + "'</terminal>", "quoted delete:1 in terminal\ncommand \"echo '<delete><file>a</file></delete>'\"\n"},
	{"terminal_with_attributes", "<terminal shell=\"sh\">" + del + "</terminal>", "quoted delete:1 in terminal\ncommand \"<delete><file>a</file></delete>\"\n"},
	{"terminal_never_closed", "<terminal>ls\n" + del, "file_delete_0:2 Skipped: it stands after the unclosed <terminal> at line 1\nwarning unclosed <terminal> at line 1: what follows it in the text was not run\n"},
	{"blocks_on_a_line_with_ticks_in_them", "<create><file>a</file><content>`</content></create> " + del + " <create><file>b</file><content>`</content></create>", "file_create_0:1 file=\"a\" content=\"`\"\nfile_delete_0:1 file=\"a\"\nfile_create_1:1 file=\"b\" content=\"`\"\n"},
	{"code_span_cut_off", "Use `" + del, skippedIn("file_delete_0", 1, "code span")},
	{"code_span_with_words_cut_off", "Use `fileops " + del + " and", skippedIn("file_delete_0", 1, "code span")},
	{"code_span_over_lines_cut_off", "Use `<delete>\n<file>a</file>\n</delete>\n", skippedIn("file_delete_0", 1, "code span")},
	{"code_element_cut_off", "<p><code>\n" + del, "file_delete_0:2 Skipped: it stands after the unclosed <code> at line 1\n"},
	{"comment_cut_off", "a <!-- " + del, skippedIn("file_delete_0", 1, "comment")},
	{"only_names", "Use `<edit>` and `<create>`.", ""},
	{"nothing", "", ""},
}

// skippedIn is what dump shows of a block in a quote that opens on the first line and never closes.
func skippedIn(id string, line int, quote string) string {
	return fmt.Sprintf("%s:%d Skipped: it stands in a %s that opens at line 1 and never closes\n", id, line, quote)
}

// openCases are about quotes that never close, or may not. Inside a line they quote up to
// the end of the paragraph, at the start of one up to the end of the response.
var openCases = []parseCase{
	{"code_in_a_line", "e.g. <code>e.g. " + del + "\n\n" + del, skippedIn("file_delete_0", 1, "<code>") + "file_delete_1:3 file=\"a\"\n"},
	{"code_on_a_line", "<code>e.g. " + del + "\n\n" + del, "file_delete_0:1 Skipped: it stands after the unclosed <code> at line 1\nfile_delete_1:3 Skipped: it stands after the unclosed <code> at line 1\n"},
	{"code_in_pre", "<pre><code>\n" + del + "\n\n" + del, "file_delete_0:2 Skipped: it stands after the unclosed <pre> at line 1\nfile_delete_1:4 Skipped: it stands after the unclosed <pre> at line 1\n"},
	{"code_in_a_list_item", "- <code>" + del + "\n\n" + del, "file_delete_0:1 Skipped: it stands after the unclosed <code> at line 1\nfile_delete_1:3 Skipped: it stands after the unclosed <code> at line 1\n"},
	{"code_at_the_end_of_a_line", "So: <code>\n\n" + del, "file_delete_0:3 Skipped: it stands after the unclosed <code> at line 1\n"},
	{"code_at_the_end_of_a_line_closed", "So: <code>\n\n" + del + "\n\n</code>\n" + del, "file_delete_0:6 file=\"a\"\nquoted delete:3 in code\n"},
	{"code_over_lines", "So <code>x\n" + del + "\ny</code>\n" + del, "file_delete_0:4 file=\"a\"\nquoted delete:2 in code\n"},
	{"code_named_with_its_end_in_another_paragraph", "A <code> opens it.\n\n" + del + "\n\nA </code> ends it.", "file_delete_0:3 file=\"a\"\n"},
	{"code_opened_twice", "A <code> and a <code>x " + del + "</code> " + del, "file_delete_0:1 file=\"a\"\nquoted delete:1 in code\n"},
	{"code_with_a_block_cut_off", "<code><create><file>a</file><content></code>" + del, "file_delete_0:1 Skipped: it stands after the quoted <create> at line 1, which never ends\nquoted create:1 in code\n"},
	{"code_with_a_block_over_paragraphs", "So <code><create><file>a</file><content>\nx\n\ny\n</content></create></code> or\n" + del, "file_delete_0:6 file=\"a\"\nquoted create:1 in code\n"},
	{"comment_in_a_line", "See <!-- " + del + "\n\n" + del, skippedIn("file_delete_0", 1, "comment") + "file_delete_1:3 file=\"a\"\n"},
	{"comment_after_a_comparison", "a < b <!-- x\n\n" + del, "file_delete_0:3 file=\"a\"\n"},
	{"comment_in_a_quote", "> <!-- x\n\n" + del, "file_delete_0:3 Skipped: it stands after the unclosed comment at line 1\n"},
	{"comment_that_ends_in_another_paragraph", "See <!-- x\n\n" + del + " -->", "file_delete_0:3 file=\"a\"\n"},
	{"comment_with_a_block_cut_off", "<!-- <create><file>a</file><content> --> " + del, "file_delete_0:1 Skipped: it stands after the quoted <create> at line 1, which never ends\nquoted create:1 in comment\n"},
	{"comment_with_a_block_cut_off_and_no_end", "<!-- <create><file>a</file><content>" + del, "file_create_0:1 Skipped: it stands after the unclosed comment at line 1\nfile_delete_0:1 Skipped: it stands after the unclosed comment at line 1\n"},
	{"span_in_a_line", "e.g. `x " + del + " y\n\n" + del, skippedIn("file_delete_0", 1, "code span") + "file_delete_1:3 file=\"a\"\n"},
	{"span_on_a_line", "`x " + del + "\n\n" + del, skippedIn("file_delete_0", 1, "code span") + skippedIn("file_delete_1", 3, "code span")},
	{"span_before_lines", "So `x\n" + del + "\n" + del, skippedIn("file_delete_0", 2, "code span") + skippedIn("file_delete_1", 3, "code span")},
	{"span_before_a_list", "So `x\n- " + del, "file_delete_0:2 file=\"a\"\n"},
	{"span_of_two_and_one", "So ``x` " + del, skippedIn("file_delete_0", 1, "code span")},
	{"span_of_one_and_two", "So `x`` " + del, skippedIn("file_delete_0", 1, "code span")},
	{"span_of_three", "So ```x " + del + "\n\n" + del, skippedIn("file_delete_0", 1, "code span") + "file_delete_1:3 file=\"a\"\n"},
	{"span_with_pairs_before_it", "`a` and `b` and `c " + del, skippedIn("file_delete_0", 1, "code span")},
	{"span_over_blank_lines_of_a_block", "So `x <create><file>a</file><content>\n`\n\n</content></create> " + del, skippedIn("file_create_0", 1, "code span") + skippedIn("file_delete_0", 4, "code span")},
	{"span_around_a_block_with_backticks", "So `<create><file>a</file><content>` " + del + "</content></create>` or\n" + del, "file_delete_0:2 file=\"a\"\nquoted create:1 in code span\n"},
	{"span_with_a_block_cut_off", "So `<create><file>a</file><content>` " + del, "malformed_create_0:1 unclosed <create> at line 1: the response may be cut off, or its </create> is missing\nfile_delete_0:1 Skipped: it stands after the unclosed <create> at line 1\n"},
	{"lone_backticks_around_a_block_on_a_line", "The ` key.\n" + del + "\nThe ` key.", "file_delete_0:2 Skipped: it stands between two backticks, the first at line 1\n"},
	{"lone_backtick_in_the_paragraph_before", "I don't use ` here.\n\n" + del, "file_delete_0:3 file=\"a\"\n"},
	{"escaped_backtick_before_a_block", "A \\` " + del, "file_delete_0:1 file=\"a\"\n"},
	{"think_in_a_line", "Hm <think>x " + del + "\n\n" + del, "file_delete_0:1 Skipped: it stands after the unclosed <think> at line 1\nfile_delete_1:3 Skipped: it stands after the unclosed <think> at line 1\nthinking \"x <delete><file>a</file></delete>\\n\\n<delete><file>a</file></delete>\"\nwarning unclosed <think> at line 1: what follows it in the text was not run\n"},
	{"think_closed_by_another_name", "<thinking>x</think>" + del, "file_delete_0:1 Skipped: it stands after the unclosed <thinking> at line 1\nthinking \"x</think><delete><file>a</file></delete>\"\nwarning unclosed <thinking> at line 1: what follows it in the text was not run\n"},
	{"fence_of_tildes", "~~~\n" + del + "\n\n" + del, "file_delete_0:2 Skipped: it stands in fenced code that begins at line 1 and is never closed\nfile_delete_1:4 Skipped: it stands in fenced code that begins at line 1 and is never closed\n"},
	{"fence_in_a_list_item", "- ```\n  " + del + "\n", "file_delete_0:2 Skipped: it stands in fenced code that begins at line 1 and is never closed\n"},
	{"fence_closed_by_a_shorter_one", "````\n" + del + "\n```\n" + del, "file_delete_0:2 Skipped: it stands in fenced code that begins at line 1 and is never closed\nfile_delete_1:4 Skipped: it stands in fenced code that begins at line 1 and is never closed\n"},
	{"fence_with_a_block_cut_off", "```\n<create><file>a</file><content>\n```\n" + del + "\n```\n" + del, "file_delete_0:4 Skipped: it stands after the quoted <create> at line 2, which never ends\nfile_delete_1:6 Skipped: it stands after the quoted <create> at line 2, which never ends\nquoted create:2 in fence\n"},
	{"fence_with_a_block_cut_off_and_no_end", "```\n<create><file>a</file><content>\n" + del, "file_create_0:2 Skipped: it stands in fenced code that begins at line 1 and is never closed\nfile_delete_0:3 Skipped: it stands after fenced code that begins at line 1 and is never closed\n"},
	{"mention_with_its_end_behind_another_block", "Use <edit> for that.\n\n" + del + "\n\nEnd with </edit>.", "file_delete_0:3 file=\"a\"\nwarning <edit> at line 1 is not followed by a field: taken for prose\nwarning closing tag </edit> without an opening one at line 5\n"},
	{"path_with_a_closing_tag_of_another_name", "<delete><file>a</edit>b</file></delete>", "file_delete_0:1 file=\"a</edit>b\"\n"},
	{"path_with_an_opening_tag_of_another_name", "<delete><file>a<find>b</file></delete>", "file_delete_0:1 file=\"a<find>b\"\n"},
	{"no_mention_with_an_attribute", "Use <edit file=\"a\"> so.\n" + del, "malformed_edit_0:1 unclosed <edit> at line 1: the response may be cut off, or its </edit> is missing\nfile_delete_0:2 Skipped: it stands after the unclosed <edit> at line 1\n"},
	{"no_mention_where_a_tag_closes_itself", "Use <delete /> so.\n" + del, "malformed_delete_0:1 <delete/> has no fields: write them between <delete> and </delete>, first <file>…</file>\nfile_delete_0:2 file=\"a\"\n"},
	{"two_ends_and_neither_balances", "<edit><file>a</file><find>a <find> b <find> c</find><replace>d</find><replace>s</replace></edit>", "malformed_edit_0:1 ambiguous end of <find> in <edit>: wrap the value in <![CDATA[ … ]]>\n"},
	{"block_in_a_block_in_a_block", nested(3), "file_edit_0:1 file=\"a\" find=\"<edit><file>b</file><find><edit><file>b</file><find>x</find><replace>y</replace></edit></find><replace>y</replace></edit>\" replace=\"z\"\n"},
	{"no_mention_where_fields_follow", "<edit> so\n<file>a</file><find>x</find><replace>" + del, "malformed_edit_0:1 unclosed <edit> at line 1: the response may be cut off, or its </edit> is missing\nfile_delete_0:2 Skipped: it stands after the unclosed <edit> at line 1\n"},
}

func TestParse(t *testing.T) {
	for _, group := range [][]parseCase{seedCases, blockCases, quotedCases, openCases} {
		for _, tt := range group {
			t.Run(tt.name, func(t *testing.T) {
				got := dump(parse.Parse([]parse.Input{{Text: tt.in}}, parse.Options{}))
				if d := cmp.Diff(tt.want, got); d != "" {
					t.Errorf("Parse(%q): want -, got +\n%s", tt.in, d)
				}
			})
		}
	}
}

// read reads responses with the usual options.
func read(t *testing.T, cases []parseCase) {
	t.Helper()
	for _, tt := range cases {
		t.Run(tt.name, func(t *testing.T) {
			if d := cmp.Diff(tt.want, dump(parse.Parse([]parse.Input{{Text: tt.in}}, parse.Options{}))); d != "" {
				t.Errorf("Parse(%q): want -, got +\n%s", tt.in, d)
			}
		})
	}
}
