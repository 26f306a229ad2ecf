package main

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
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
}

// device is a device of which something is taken: the whole of it, a share, or amounts.
type device struct {
	Driver   string                                          `json:"driver"`
	Pool     string                                          `json:"pool"`
	Device   string                                          `json:"device"`
	ShareID  types.UID                                       `json:"shareID"`
	Capacity map[resourceapi.QualifiedName]resource.Quantity `json:"capacity"`
}

// readWorld refuses fields it does not know: a world that upstream would understand only in part
// must not be measured.
func readWorld(file string) (*world, error) {
	source, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer source.Close()
	var plain io.Reader = source
	if strings.HasSuffix(file, ".gz") {
		if plain, err = gzip.NewReader(source); err != nil {
			return nil, err
		}
	}
	decoder := json.NewDecoder(plain)
	decoder.DisallowUnknownFields()
	var read world
	if err := decoder.Decode(&read); err != nil {
		return nil, fmt.Errorf("cannot be read: %w", err)
	}
	return &read, nil
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
