package workspace

// foldsByDefault is what APFS does unless it was made otherwise.
const foldsByDefault = true
