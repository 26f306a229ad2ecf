// Command upstream measures the allocator of Kubernetes itself on world files, so that Dray's can be
// compared with it in the same run. It prints one line of JSON for each world and mode.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"time"

	"k8s.io/klog/v2"
)

func main() {
	modes := flag.String("mode", "both", "warm (expressions stay compiled), cold (they do not) or both")
	answers := flag.String("answers", "", "a folder in which the answers are left, a file for each world")
	var bounds bounds
	flag.IntVar(&bounds.sweeps, "sweeps", 1000, "no more sweeps than this")
	flag.DurationVar(&bounds.spend, "spend", 2*time.Second, "no new sweep once this time is spent")
	flag.DurationVar(&bounds.limit, "limit", 30*time.Second, "a sweep that takes longer did not end")
	flag.Parse()
	if flag.NArg() == 0 {
		fail(fmt.Errorf("which worlds? name their files"))
	}
	// Whoever measures does not log.
	klog.SetLogger(klog.Logger{})
	out := json.NewEncoder(os.Stdout)
	for _, file := range flag.Args() {
		if err := measureFile(file, *modes, *answers, bounds, out); err != nil {
			fail(fmt.Errorf("%s: %w", file, err))
		}
	}
}

func measureFile(file, modes, answersFolder string, bounds bounds, out *json.Encoder) error {
	world, err := readWorld(file)
	if err != nil {
		return err
	}
	ctx := context.Background()
	for _, mode := range []mode{warm, cold} {
		if modes != "both" && modes != string(mode) {
			continue
		}
		figures, answers, err := measure(ctx, world, mode, bounds)
		if err != nil {
			return err
		}
		if err := out.Encode(figures); err != nil {
			return err
		}
		if !figures.Ended {
			// The other mode would take at least as long.
			return nil
		}
		if err := leave(answers, answersFolder, world.standsFor); err != nil {
			return err
		}
	}
	return nil
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "upstream:", err)
	os.Exit(2)
}
