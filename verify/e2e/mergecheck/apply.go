package main

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"sort"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/managedfields"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v6/typed"
)

const (
	group = "example.dev"
	v1    = group + "/v1"
	v2    = group + "/v2"
	then  = "2026-01-02T03:04:05Z"
)

//go:embed schema.yaml
var schemaText typed.YAMLObject

var parser = func() *typed.Parser {
	p, err := typed.NewParser(schemaText)
	if err != nil {
		panic(err)
	}
	return p
}()

type types struct{}

func (types) ObjectToTyped(o runtime.Object, opts ...typed.ValidationOptions) (*typed.TypedValue, error) {
	name := "widget1"
	if o.GetObjectKind().GroupVersionKind().Version == "v2" {
		name = "widget2"
	}
	return parser.Type(name).FromUnstructured(o.(*unstructured.Unstructured).Object, opts...)
}

func (types) TypedToObject(v *typed.TypedValue) (runtime.Object, error) {
	return &unstructured.Unstructured{Object: v.AsValue().Unstructured().(object)}, nil
}

// converter knows that v2 calls a title a caption, and no third version.
type converter struct{}

func (converter) Convert(in, out, context interface{}) error { return errors.New("not used") }

func (converter) ConvertFieldLabel(schema.GroupVersionKind, string, string) (string, string, error) {
	return "", "", errors.New("not used")
}

func (converter) ConvertToVersion(in runtime.Object, target runtime.GroupVersioner) (runtime.Object, error) {
	version := target.(schema.GroupVersion)
	if version.Version != "v1" && version.Version != "v2" {
		return nil, runtime.NewNotRegisteredErrForKind("cases", version.WithKind("Widget"))
	}
	return &unstructured.Unstructured{Object: inVersion(in.(*unstructured.Unstructured).Object, version.String())}, nil
}

func inVersion(o object, version string) object {
	if o["apiVersion"] == version {
		return copied(o).(object)
	}
	out := cleaned(o, "").(object)
	out["apiVersion"] = version
	if spec, ok := out["spec"].(object); ok {
		from, to := "title", "caption"
		if version == v1 {
			from, to = to, from
		}
		if title, ok := spec[from]; ok {
			delete(spec, from)
			spec[to] = title
		}
	}
	return out
}

// cleaned drops null, as typed objects do: a null field is none, a null item or entry is empty.
func cleaned(value any, under string) any {
	switch v := value.(type) {
	case object:
		out := object{}
		for name, part := range v {
			switch {
			case name == "data":
				if part != nil {
					out[name] = copied(part)
				}
			case part != nil:
				out[name] = cleaned(part, name)
			case under == "shards":
				out[name] = object{}
			}
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			if out[i] = cleaned(v[i], ""); v[i] == nil {
				out[i] = object{}
			}
		}
		return out
	default:
		return value
	}
}

type creater struct{}

func (creater) New(gvk schema.GroupVersionKind) (runtime.Object, error) {
	return blank(gvk.GroupVersion().String()), nil
}

func blank(version string) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: object{"apiVersion": version, "kind": "Widget"}}
}

type defaulter struct{}

func (defaulter) Default(runtime.Object) {}

type step struct {
	Operation   string   `json:"operation"`
	Manager     string   `json:"manager"`
	Version     string   `json:"version"`
	Subresource string   `json:"subresource"`
	Force       bool     `json:"force"`
	Untouched   []string `json:"untouched"`
	Object      object   `json:"object"`
	Live        object   `json:"live,omitempty"`
	Conflict    string   `json:"conflict,omitempty"`
	Error       string   `json:"error,omitempty"`
}

type manager interface {
	Update(live, obj runtime.Object, manager string) (runtime.Object, error)
	Apply(live, obj runtime.Object, manager string, force bool) (runtime.Object, error)
}

func fieldManager(s step) manager {
	paths := []fieldpath.Path{}
	for _, name := range s.Untouched {
		paths = append(paths, fieldpath.MakePathOrDie(name))
	}
	reset := map[fieldpath.APIVersion]fieldpath.Filter{}
	for _, version := range []string{v1, v2} {
		reset[fieldpath.APIVersion(version)] = fieldpath.NewExcludeSetFilter(fieldpath.NewSet(paths...))
	}
	version, _ := schema.ParseGroupVersion(s.Version)
	m, err := managedfields.NewDefaultFieldManager(types{}, converter{}, defaulter{}, creater{},
		version.WithKind("Widget"), schema.GroupVersion{Group: group, Version: "v1"}, s.Subresource, reset)
	if err != nil {
		panic(err)
	}
	return m
}

// take carries out a step on the live object, and says what upstream made of it.
func take(live object, s *step) object {
	m := fieldManager(*s)
	before := blank(v1)
	if live != nil {
		before = &unstructured.Unstructured{Object: copied(live).(object)}
	}
	given := &unstructured.Unstructured{Object: copied(s.Object).(object)}
	var after runtime.Object
	var err error
	if s.Operation == "apply" {
		after, err = m.Apply(before, given, s.Manager, s.Force)
	} else {
		after, err = m.Update(before, given, s.Manager)
	}
	if err != nil {
		if apierrors.IsConflict(err) {
			s.Conflict = conflict(err)
		} else {
			s.Error = err.Error()
		}
		return live
	}
	out := inVersion(after.(*unstructured.Unstructured).Object, v1)
	out = cleaned(out, "").(object)
	meta, ok := out["metadata"].(object)
	if !ok {
		meta = object{}
		out["metadata"] = meta
	}
	meta["uid"] = "u"
	s.Live, out = timed(out)
	return out
}

// conflict is the message of one conflict; of several, whose order is random, the number.
func conflict(err error) string {
	var status *apierrors.StatusError
	if !errors.As(err, &status) {
		panic(err)
	}
	causes := []string{}
	for _, cause := range status.ErrStatus.Details.Causes {
		causes = append(causes, cause.Message+": "+cause.Field)
	}
	sort.Strings(causes)
	text, _ := json.Marshal(causes)
	return fmt.Sprintf("%s %s", status.ErrStatus.Message, text)
}

// timed says of each owner whether its time is this step's, and gives all of them one time, so that
// a case is the same whenever it is made.
func timed(o object) (shown, kept object) {
	shown, kept = copied(o).(object), copied(o).(object)
	for i, entry := range managers(kept) {
		if time, ok := entry.(object)["time"]; ok {
			if time != then {
				managers(shown)[i].(object)["time"] = "now"
			}
			entry.(object)["time"] = then
		}
	}
	return shown, kept
}

func managers(o object) []any {
	entries, _ := o["metadata"].(object)["managedFields"].([]any)
	return entries
}

func (g gen) steps() []step {
	var live object
	steps := []step{}
	applied := map[string]object{}
	for i, n := 0, 2+g.Intn(10); i < n; i++ {
		s := step{Operation: "update", Manager: g.manager(), Version: v1, Untouched: []string{"status"}}
		if g.maybe(25) {
			s.Version = v2
		}
		if i > 0 && g.maybe(20) {
			s.Subresource, s.Untouched = "status", []string{"spec"}
		}
		fresh := g.widget(s.Version, 10+g.Intn(60))
		id := s.Manager + s.Version + s.Subresource
		if g.maybe(55) {
			s.Operation = "apply"
			s.Force = g.maybe(40)
			s.Object = fresh
			if last, ok := applied[id]; ok && g.maybe(75) {
				s.Object = g.mutated(last, fresh, 15)
				s.Object["metadata"].(object)["name"] = "w"
			}
			if g.maybe(3) {
				s.Object["spec"] = object{"replicas": nil, "tags": nil}
			}
		} else if live == nil {
			s.Object = fresh
			if g.maybe(15) {
				text, _ := json.Marshal(fresh)
				s.Object = copied(fresh).(object)
				meta := s.Object["metadata"].(object)
				meta["annotations"] = object{"kubectl.kubernetes.io/last-applied-configuration": string(text) + "\n"}
			}
		} else {
			s.Object = g.mutated(inVersion(live, s.Version), fresh, 5+g.Intn(30))
			g.meddle(s.Object["metadata"].(object))
		}
		live = take(live, &s)
		if s.Error != "" && !strings.HasPrefix(s.Error, "failed to create typed patch object") {
			// Upstream cannot convert what has items twice, and gives up on the owners; we go on.
			return steps
		}
		if s.Operation == "apply" && s.Live != nil {
			applied[id] = s.Object
		}
		steps = append(steps, s)
	}
	return steps
}

// meddle writes owners by hand, now and then.
func (g gen) meddle(meta object) {
	switch g.Intn(60) {
	case 0:
		meta["managedFields"] = []any{}
	case 1:
		meta["managedFields"] = []any{object{}}
	case 2:
		delete(meta, "managedFields")
	case 3:
		entries, _ := meta["managedFields"].([]any)
		meta["managedFields"] = append(entries, object{"manager": "gone", "operation": "Update",
			"apiVersion": group + "/v0", "fieldsType": "FieldsV1", "fieldsV1": object{"f:spec": object{"f:old": object{}}}})
	case 4:
		entries, _ := meta["managedFields"].([]any)
		meta["managedFields"] = append(entries, object{"manager": "granular", "operation": "Update", "apiVersion": v1,
			"fieldsType": "FieldsV1", "fieldsV1": object{"f:spec": object{
				"f:frozen": object{"f:a": object{}}, "f:args": object{"i:0": object{}}, "f:selector": object{".": object{}, "f:a": object{}}}}})
	case 5:
		meta["managedFields"] = []any{object{"manager": "wrong", "operation": "Guess"}}
	}
}
