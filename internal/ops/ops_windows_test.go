package ops_test

// makeFIFO makes nothing: there are no FIFOs here, and the case is skipped.
func makeFIFO(string) error { return nil }
