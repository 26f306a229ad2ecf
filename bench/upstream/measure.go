package main

import (
	"context"
	"reflect"
	"runtime"
	"slices"
	"syscall"
	"time"

	"k8s.io/dynamic-resource-allocation/cel"
	"k8s.io/dynamic-resource-allocation/structured"
)

type mode string

const (
	// warm sweeps find their expressions compiled, as a scheduler's do.
	warm mode = "warm"
	// cold sweeps start from decoded objects.
	cold mode = "cold"
)

// compiledExpressions is how many stay compiled. A scheduler keeps ten; here none is ever dropped.
const compiledExpressions = 1000

// bounds say how long to measure.
type bounds struct {
	sweeps int
	spend  time.Duration
	limit  time.Duration
}

// figures is a line of the output; bench/compare reads these names from both sides.
type figures struct {
	Side     string `json:"side"`
	Mode     mode   `json:"mode"`
	World    string `json:"world"`
	Reads    string `json:"reads"`
	Nodes    int    `json:"nodes"`
	Devices  int    `json:"devices"`
	Expected int    `json:"expectedFits"`
	Ended    bool   `json:"ended"`
	Fits     int    `json:"fits"`
	Sweeps   int    `json:"sweeps"`
	BestNs   int64  `json:"bestNs"`
	MedianNs int64  `json:"medianNs"`
	CPUNs    int64  `json:"cpuNs"`
	Bytes    uint64 `json:"bytes"`
	Steps    int64  `json:"steps"`
	Digest   string `json:"digest"`
}

// measure sweeps again and again, and returns the figures with the answers of the last sweep.
func measure(ctx context.Context, world *world, mode mode, bounds bounds) (figures, answers, error) {
	result := figures{
		Side: "upstream", Mode: mode, World: world.standsFor, Reads: world.Name,
		Nodes: len(world.Nodes), Devices: world.devices(), Expected: world.expectedFits(),
	}
	compiled := newCache()
	var times []int64
	var last sweep
	once := func() error {
		begin := time.Now()
		var err error
		last, err = limited(ctx, world, compiled, bounds.limit)
		times = append(times, time.Since(begin).Nanoseconds())
		return err
	}
	before, start := usage(), time.Now()
	if mode == warm {
		// Compiles the expressions, which is nothing to a sweep that takes so long that it counts.
		if err := once(); err != nil || !last.ended {
			return result, nil, err
		}
		if time.Since(start) < bounds.spend {
			times = nil
			runtime.GC()
			before, start = usage(), time.Now()
		}
	}
	for len(times) == 0 || len(times) < bounds.sweeps && time.Since(start) < bounds.spend {
		if mode == cold {
			compiled = newCache()
		}
		if err := once(); err != nil || !last.ended {
			return result, nil, err
		}
	}
	result.take(times, before, usage())
	result.Ended, result.Steps = true, last.steps
	result.Fits, result.Digest = last.answers.fits(), last.answers.digest()
	return result, last.answers, nil
}

func (f *figures) take(times []int64, before, after used) {
	slices.Sort(times)
	count := len(times)
	f.Sweeps, f.BestNs, f.MedianNs = count, times[0], times[count/2]
	f.CPUNs = (after.cpu - before.cpu) / int64(count)
	f.Bytes = (after.bytes - before.bytes) / uint64(count)
}

func newCache() *cel.Cache {
	return cel.NewCache(compiledExpressions, cel.Features{EnableConsumableCapacity: true, EnableListTypeAttributes: true})
}

// sweep is what one allocator answered on every node.
type sweep struct {
	answers answers
	steps   int64
	ended   bool
}

func limited(ctx context.Context, world *world, compiled *cel.Cache, limit time.Duration) (sweep, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	allocator, err := structured.NewAllocator(ctx, everything(), world.allocated(), world.classes(), world.Slices, compiled)
	if err != nil {
		return sweep{}, err
	}
	result := sweep{answers: make(answers, 0, len(world.Nodes))}
	for _, node := range world.Nodes {
		allocations, err := allocator.Allocate(ctx, node, world.ClaimsToAllocate)
		if ctx.Err() != nil {
			return sweep{}, nil
		}
		result.answers = append(result.answers, answerOf(node.Name, allocations, err))
	}
	result.steps, result.ended = stepsOf(allocator), true
	return result, nil
}

// everything switches on each feature that this version of the module has, by reflection so that a
// newer version needs no edit here.
func everything() structured.Features {
	var features structured.Features
	fields := reflect.ValueOf(&features).Elem()
	for i := range fields.NumField() {
		fields.Field(i).SetBool(true)
	}
	return features
}

// stepsOf asks the allocator how many steps it took. The type of its statistics is internal to the
// module, so it can be asked only by reflection.
func stepsOf(allocator structured.Allocator) int64 {
	method := reflect.ValueOf(allocator).MethodByName("GetStats")
	if !method.IsValid() {
		return 0
	}
	count := method.Call(nil)[0].FieldByName("NumAllocateOneInvocations")
	if !count.IsValid() {
		return 0
	}
	return count.Int()
}

type used struct {
	cpu   int64
	bytes uint64
}

// usage is what the process has used so far: processor time, the collector's included, and memory
// allocated.
func usage() used {
	var times syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &times); err != nil {
		panic(err)
	}
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	return used{cpu: times.Utime.Nano() + times.Stime.Nano(), bytes: memory.TotalAlloc}
}
