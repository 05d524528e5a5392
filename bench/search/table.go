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
	costs, err := turns(dir, rounds, rows)
	if err != nil {
		return err
	}
	for i, r := range rows {
		c := costs[i]
		fmt.Printf("| %s | %.1f ms | %.1f ms | %s |\n", r.name, ms(c.wall), ms(c.processor), c.of(costs[0]))
	}
	return nil
}

// pair runs a peer and ours in turns and prints a line for both.
func pair(dir string, rounds int, name string, theirs, ours []string) error {
	c, err := turns(dir, rounds, []row{{name + ", the peer", theirs}, {name, ours}})
	if err != nil {
		return err
	}
	fmt.Printf("| %s | %.0f / %.0f ms | %.0f / %.0f ms | %s |\n", name, ms(c[1].wall), ms(c[0].wall), ms(c[1].processor), ms(c[0].processor), c[1].of(c[0]))
	return nil
}

// turns is the medians of what contestants took.
func turns(dir string, rounds int, rows []row) ([]cost, error) {
	costs := make([][]cost, len(rows))
	for range rounds {
		for i, r := range rows {
			c, err := run(dir, r.args)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", r.name, err)
			}
			costs[i] = append(costs[i], c)
		}
	}
	medians := make([]cost, len(rows))
	for i := range costs {
		medians[i] = median(costs[i])
	}
	return medians, nil
}

// of is the ratios to another.
func (c cost) of(d cost) string {
	return fmt.Sprintf("%.2f, %.2f", c.wall.Seconds()/d.wall.Seconds(), c.processor.Seconds()/d.processor.Seconds())
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
