package cputime

import "time"

// resolution: clocks of Windows may count in milliseconds.
const resolution = 3 * time.Millisecond

var start = time.Now()

// used returns the time since the start: Windows counts the processor time of a process in
// steps of 16 ms.
func used() time.Duration { return time.Since(start) }
