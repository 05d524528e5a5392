package ops

// Actions that nothing but the catalogue makes, for the tests of what it makes.
type (
	Append       = appendLines
	Copy         = copyFile
	Create       = createFile
	Delete       = deleteFile
	Edit         = editText
	Insert       = insertText
	InsertAt     = insertAtLine
	MakeDir      = makeDir
	Move         = movePath
	RemoveDir    = removeDir
	ReplaceLines = replaceLines
)

// Megabytes is how errors say a size.
var Megabytes = megabytes
