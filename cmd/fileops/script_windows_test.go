package main

import "errors"

func usualUmask() {}

func makeFIFO(string) error { return errors.New("no FIFOs here") }
