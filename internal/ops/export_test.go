package ops

// Actions that nothing but the catalogue makes, for the tests of what it makes.
type (
	Append    = appendLines
	MakeDir   = makeDir
	RemoveDir = removeDir
)

// Megabytes is how errors say a size.
var Megabytes = megabytes
