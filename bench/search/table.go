package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"time"
)

// row is a contestant: the first one of a table is what the others are compared with.
type row struct {
	name string
	args []string
}

// cost is what one run took.
type cost struct{ wall, processor time.Duration }

// table runs the contestants in turns and prints a line for each.
func table(dir string, rounds int, rows []row) error {
	costs := make([][]cost, len(rows))
	for range rounds {
		for i, r := range rows {
			c, err := run(dir, r.args)
			if err != nil {
				return fmt.Errorf("%s: %w", r.name, err)
			}
			costs[i] = append(costs[i], c)
		}
	}
	var first cost
	for i, r := range rows {
		c := median(costs[i])
		if i == 0 {
			first = c
		}
		fmt.Printf("| %s | %.1f ms | %.1f ms | %.2f, %.2f |\n", r.name, ms(c.wall), ms(c.processor),
			c.wall.Seconds()/first.wall.Seconds(), c.processor.Seconds()/first.processor.Seconds())
	}
	return nil
}

func median(costs []cost) cost {
	middle := func(of func(cost) time.Duration) time.Duration {
		var all []time.Duration
		for _, c := range costs {
			all = append(all, of(c))
		}
		slices.Sort(all)
		return all[len(all)/2]
	}
	return cost{
		middle(func(c cost) time.Duration { return c.wall }),
		middle(func(c cost) time.Duration { return c.processor }),
	}
}

// run times one run of a program whose output nobody keeps. To find nothing, which peers
// say with status 1, is no error.
func run(dir string, args []string) (cost, error) {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		return cost{}, err
	}
	defer out.Close()
	cmd.Stdout = out
	start := time.Now()
	err = cmd.Run()
	wall := time.Since(start)
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 1 && stderr.Len() == 0 {
		err = nil
	}
	if err != nil {
		return cost{}, fmt.Errorf("%w\n%s", err, stderr.Bytes())
	}
	return cost{wall, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}, nil
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
