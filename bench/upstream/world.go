package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	corev1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/dynamic-resource-allocation/structured"
)

// world is one file: what a cluster has, what is taken, and the claims to be allocated.
type world struct {
	Name             string                       `json:"name"`
	Nodes            []*corev1.Node               `json:"nodes"`
	Classes          []*resourceapi.DeviceClass   `json:"classes"`
	Slices           []*resourceapi.ResourceSlice `json:"slices"`
	ClaimsToAllocate []*resourceapi.ResourceClaim `json:"claimsToAllocate"`
	AllocatedDevices []device                     `json:"allocatedDevices"`
	AllocatedShares  []device                     `json:"allocatedSharedDeviceIDs"`
	AllocatedAmounts []device                     `json:"allocatedCapacityDevices"`

	// What the other side reads, or people.
	Description  string          `json:"description"`
	Features     map[string]bool `json:"features"`
	CelFeatures  map[string]bool `json:"celFeatures"`
	Upstream     any             `json:"upstream"`
	ExpectedFits *int            `json:"expectedFits"`

	// The world in whose place this one is read, or its own name.
	standsFor string
}

// device is a device of which something is taken: the whole of it, a share, or amounts.
type device struct {
	Driver   string                                          `json:"driver"`
	Pool     string                                          `json:"pool"`
	Device   string                                          `json:"device"`
	ShareID  types.UID                                       `json:"shareID"`
	Capacity map[resourceapi.QualifiedName]resource.Quantity `json:"capacity"`
}

// readWorld reads a world, or the one beside it that the file names because upstream lacks a feature.
// It refuses fields it does not know: a world understood only in part must not be measured.
func readWorld(file string) (*world, error) {
	content, err := contentOf(file)
	if err != nil {
		return nil, err
	}
	var header struct {
		Name          string `json:"name"`
		UpstreamReads string `json:"upstreamReads"`
	}
	if err := json.Unmarshal(content, &header); err != nil {
		return nil, fmt.Errorf("cannot be read: %w", err)
	}
	if header.UpstreamReads != "" {
		equivalent, err := readWorld(filepath.Join(filepath.Dir(file), header.UpstreamReads+".json.gz"))
		if err != nil {
			return nil, err
		}
		equivalent.standsFor = header.Name
		return equivalent, nil
	}
	decoder := json.NewDecoder(bytes.NewReader(content))
	decoder.DisallowUnknownFields()
	read := world{standsFor: header.Name}
	if err := decoder.Decode(&read); err != nil {
		return nil, fmt.Errorf("cannot be read: %w", err)
	}
	return &read, nil
}

func contentOf(file string) ([]byte, error) {
	source, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer source.Close()
	if !strings.HasSuffix(file, ".gz") {
		return io.ReadAll(source)
	}
	plain, err := gzip.NewReader(source)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(plain)
}

func (w *world) expectedFits() int {
	if w.ExpectedFits == nil {
		return -1
	}
	return *w.ExpectedFits
}

func (w *world) devices() int {
	count := 0
	for _, slice := range w.Slices {
		count += len(slice.Spec.Devices)
	}
	return count
}

func (w *world) allocated() structured.AllocatedState {
	state := structured.AllocatedState{
		AllocatedDevices:         sets.New[structured.DeviceID](),
		AllocatedSharedDeviceIDs: sets.New[structured.SharedDeviceID](),
		AggregatedCapacity:       structured.NewConsumedCapacityCollection(),
	}
	for _, each := range w.AllocatedDevices {
		state.AllocatedDevices.Insert(each.id())
	}
	for _, each := range w.AllocatedShares {
		state.AllocatedSharedDeviceIDs.Insert(structured.MakeSharedDeviceID(each.id(), &each.ShareID))
	}
	for _, each := range w.AllocatedAmounts {
		state.AggregatedCapacity.Insert(structured.NewDeviceConsumedCapacity(each.id(), each.Capacity))
	}
	return state
}

func (d device) id() structured.DeviceID {
	return structured.MakeDeviceID(d.Driver, d.Pool, d.Device)
}

// classes finds device classes by name.
type classes map[string]*resourceapi.DeviceClass

func (w *world) classes() classes {
	byName := classes{}
	for _, class := range w.Classes {
		byName[class.Name] = class
	}
	return byName
}

func (c classes) List() ([]*resourceapi.DeviceClass, error) {
	var all []*resourceapi.DeviceClass
	for _, class := range c {
		all = append(all, class)
	}
	return all, nil
}

func (c classes) Get(name string) (*resourceapi.DeviceClass, error) {
	class, found := c[name]
	if !found {
		return nil, fmt.Errorf("class %s not found", name)
	}
	return class, nil
}
