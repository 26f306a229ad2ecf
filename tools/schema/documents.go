package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// schema is the part of a type's or field's published description that Go types do not tell.
type schema struct {
	Properties map[string]schema `json:"properties"`
	Required   []string          `json:"required"`
	Default    any               `json:"default"`
	ListType   string            `json:"x-kubernetes-list-type"`
	ListKeys   []string          `json:"x-kubernetes-list-map-keys"`
	MapType    string            `json:"x-kubernetes-map-type"`
}

type documents map[string]schema

func readDocuments(folder string) (documents, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil {
		return nil, err
	}
	all := documents{}
	for _, file := range files {
		bytes, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var document struct {
			Components struct {
				Schemas map[string]schema `json:"schemas"`
			} `json:"components"`
		}
		if err := json.Unmarshal(bytes, &document); err != nil {
			return nil, err
		}
		for name, schema := range document.Components.Schemas {
			all[name] = schema
		}
	}
	return all, nil
}

func (d documents) schema(longName string) schema {
	return d[longName]
}

func (s schema) requires(name string) bool {
	return slices.Contains(s.Required, name)
}

// hasDefault tells whether a missing value stands for another one.
func (s schema) hasDefault() bool {
	switch s.Default.(type) {
	case string, float64, bool:
		return true
	default:
		return false
	}
}

func (s schema) listKind() string {
	switch s.ListType {
	case "set":
		return "set"
	case "map":
		return strings.Join(s.ListKeys, ",")
	default:
		return ""
	}
}

func (s schema) mapKind() string {
	if s.MapType == "atomic" {
		return "atomic"
	}
	return ""
}
