package main

import (
	"fmt"
	"path"
	"reflect"
	"strings"
)

// tables collects the text of each type by package, such as core.v1, and name.
type tables struct {
	documents documents
	packages  map[string]map[string]string
}

func newTables(documents documents) *tables {
	return &tables{documents: documents, packages: map[string]map[string]string{}}
}

// scalars are Go types that are one value on the wire.
var scalars = map[string]string{
	"k8s.io/apimachinery/pkg/api/resource.Quantity":   "quantity",
	"k8s.io/apimachinery/pkg/util/intstr.IntOrString": "int-or-string",
	"k8s.io/apimachinery/pkg/apis/meta/v1.Time":       "time",
	"k8s.io/apimachinery/pkg/apis/meta/v1.MicroTime":  "micro-time",
	"k8s.io/apimachinery/pkg/apis/meta/v1.Duration":   "duration",
	"k8s.io/apimachinery/pkg/apis/meta/v1.FieldsV1":   "any",
	"k8s.io/apimachinery/pkg/runtime.RawExtension":    "any",
}

func (t *tables) addKind(goType reflect.Type) {
	t.add(goType, "kind")
}

func (t *tables) add(goType reflect.Type, word string) {
	short := shortPackage(goType.PkgPath())
	types := t.packages[short]
	if types == nil {
		types = map[string]string{}
		t.packages[short] = types
	}
	if _, known := types[goType.Name()]; known {
		if word == "kind" {
			types[goType.Name()] = strings.Replace(types[goType.Name()], "type ", "kind ", 1)
		}
		return
	}
	types[goType.Name()] = word
	schema := t.documents.schema(longName(goType))
	var text strings.Builder
	text.WriteString(word + " " + goType.Name())
	if schema.MapType == "atomic" {
		text.WriteString(" atomic")
	}
	text.WriteString("\n")
	t.fields(&text, goType, schema, "")
	types[goType.Name()] = text.String()
}

func (t *tables) fields(text *strings.Builder, goType reflect.Type, schema schema, outer string) {
	for i := range goType.NumField() {
		field := goType.Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "-" || !field.IsExported() {
			continue
		}
		tag := protobufTag(field)
		if field.Anonymous && name == "" {
			inner := field.Type
			if inner.Kind() == reflect.Pointer {
				inner = inner.Elem()
			}
			if tag != "0" && outer != "" {
				panic("nested twice: " + goType.String() + "." + field.Name)
			}
			if tag == "0" {
				tag = "none"
			}
			t.fields(text, inner, schema, tag)
			continue
		}
		t.field(text, goType, field, name, options, tag, outer, schema)
	}
}

func (t *tables) field(text *strings.Builder, goType reflect.Type, field reflect.StructField,
	name, options, tag, outer string, schema schema) {
	property, published := schema.Properties[name]
	if outer == "none" {
		tag = "0"
	} else if outer != "" {
		tag = outer + "/" + tag
	}
	pointer := ""
	if field.Type.Kind() == reflect.Pointer {
		pointer = "*"
	}
	fmt.Fprintf(text, "  %s %s %s%s", name, tag, pointer, t.typeOf(field.Type, goType, property))
	if schema.requires(name) {
		text.WriteString(" required")
	}
	if !strings.Contains(options, "omitempty") && !strings.Contains(options, "omitzero") {
		text.WriteString(" always")
	}
	if name := field.Type.Name(); field.Type.Kind() == reflect.Slice && name != "" {
		text.WriteString(" boxed")
	}
	if published && property.hasDefault() && !schema.requires(name) {
		fmt.Fprintf(text, " default=%v", property.Default)
	}
	patch(text, field)
	text.WriteString("\n")
}

func patch(text *strings.Builder, field reflect.StructField) {
	for _, strategy := range strings.Split(field.Tag.Get("patchStrategy"), ",") {
		switch strategy {
		case "":
		case "merge":
			text.WriteString(" merge")
			if key := field.Tag.Get("patchMergeKey"); key != "" {
				text.WriteString("=" + key)
			}
		case "retainKeys", "replace":
			text.WriteString(" " + strategy)
		default:
			panic("unknown strategy " + strategy)
		}
	}
}

func protobufTag(field reflect.StructField) string {
	parts := strings.Split(field.Tag.Get("protobuf"), ",")
	if len(parts) < 2 {
		return "0"
	}
	return parts[1]
}

func (t *tables) typeOf(goType, owner reflect.Type, property schema) string {
	if goType.Kind() == reflect.Pointer {
		goType = goType.Elem()
	}
	if scalar, ok := scalars[goType.PkgPath()+"."+goType.Name()]; ok {
		return scalar
	}
	switch goType.Kind() {
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "bool"
	case reflect.Int32:
		return "int"
	case reflect.Int, reflect.Int64:
		return "long"
	case reflect.Float64:
		return "number"
	case reflect.Slice:
		if goType.Elem().Kind() == reflect.Uint8 {
			return "bytes"
		}
		return "[" + property.listKind() + "]" + t.typeOf(goType.Elem(), owner, schema{})
	case reflect.Map:
		return "{" + property.mapKind() + "}" + t.typeOf(goType.Elem(), owner, schema{})
	case reflect.Struct:
		t.add(goType, "type")
		if shortPackage(goType.PkgPath()) == shortPackage(owner.PkgPath()) {
			return goType.Name()
		}
		return shortPackage(goType.PkgPath()) + "." + goType.Name()
	default:
		panic("cannot describe " + goType.String() + " in " + owner.String())
	}
}

const (
	apiPackages  = "k8s.io/api/"
	metaPackages = "k8s.io/apimachinery/pkg/apis/"
)

// shortPackage is core.v1 for k8s.io/api/core/v1.
func shortPackage(pkgPath string) string {
	for _, prefix := range []string{apiPackages, metaPackages} {
		if rest, ok := strings.CutPrefix(pkgPath, prefix); ok {
			return strings.ReplaceAll(rest, "/", ".")
		}
	}
	panic("no short name for " + pkgPath + " " + path.Base(pkgPath))
}

// longNames is the prefix of the names that a package's types have in OpenAPI.
func longNames(short string) string {
	if strings.HasPrefix(short, "meta.") {
		return "io.k8s.apimachinery.pkg.apis." + short
	}
	return "io.k8s.api." + short
}

func longName(goType reflect.Type) string {
	return longNames(shortPackage(goType.PkgPath())) + "." + goType.Name()
}
