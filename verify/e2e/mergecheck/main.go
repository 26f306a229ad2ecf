// Command mergecheck makes random writes and patches, and prints what upstream's own code answers:
// one case a line, for MergeGoldenTest to replay.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"math/rand"
	"os"
)

func newRand(seed int64) *rand.Rand { return rand.New(rand.NewSource(seed)) }

type ownerCase struct {
	Sort  string `json:"sort"`
	Steps []step `json:"steps"`
}

func main() {
	seed := flag.Int64("seed", 1, "where the cases start")
	cases := flag.Int("cases", 100, "how many of each sort")
	flag.Parse()
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	g := gen{newRand(*seed)}
	for i := 0; i < *cases; i++ {
		fmt.Fprintf(out, "%s\n", text(ownerCase{"owners", g.steps()}))
	}
	for _, next := range []func() (patchCase, bool){g.strategic, g.merge, g.operations} {
		for made := 0; made < *cases; {
			if c, ok := next(); ok {
				fmt.Fprintf(out, "%s\n", text(c))
				made++
			}
		}
	}
}
