package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"strings"

	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/dynamic-resource-allocation/structured"
)

const (
	nothingFits = "-"
	fatal       = "!"
)

// answers has a line for each node: its name, a tab, and the devices of each claim, or a sign that
// there are none. The other side writes the same lines.
type answers []string

func answerOf(node string, allocations []resourceapi.AllocationResult, err error) string {
	switch {
	case errors.Is(err, structured.ErrFailedAllocationOnNode), err == nil && allocations == nil:
		return node + "\t" + nothingFits
	case err != nil:
		return node + "\t" + fatal
	}
	claims := make([]string, len(allocations))
	for i, allocation := range allocations {
		devices := make([]string, len(allocation.Devices.Results))
		for j, result := range allocation.Devices.Results {
			devices[j] = result.Request + "=" + result.Driver + "/" + result.Pool + "/" + result.Device
		}
		claims[i] = strings.Join(devices, ",")
	}
	return node + "\t" + strings.Join(claims, ";")
}

func (a answers) fits() int {
	count := 0
	for _, line := range a {
		if !strings.HasSuffix(line, "\t"+nothingFits) && !strings.HasSuffix(line, "\t"+fatal) {
			count++
		}
	}
	return count
}

func (a answers) text() string {
	return strings.Join(a, "\n") + "\n"
}

func (a answers) digest() string {
	sum := sha256.Sum256([]byte(a.text()))
	return hex.EncodeToString(sum[:])
}

func leave(answers answers, folder, world string) error {
	if folder == "" {
		return nil
	}
	return os.WriteFile(filepath.Join(folder, world+".upstream.txt"), []byte(answers.text()), 0o644)
}
