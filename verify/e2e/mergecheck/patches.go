package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	jsonpatch "gopkg.in/evanphx/json-patch.v4"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
)

type patchCase struct {
	Sort   string `json:"sort"`
	Target any    `json:"target"`
	Patch  any    `json:"patch"`
	Result any    `json:"result,omitempty"`
	Error  string `json:"error,omitempty"`
}

func text(value any) []byte {
	out, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return out
}

func parsed(data []byte) any {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	var out any
	if err := decoder.Decode(&out); err != nil {
		panic(err)
	}
	return out
}

// answered runs upstream several times: an answer that depends on the order of a Go map, or a
// panic, is none.
func answered(c patchCase, run func() ([]byte, error)) (result patchCase, ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	for i := 0; i < 30; i++ {
		out, err := run()
		next := c
		if err != nil {
			next.Error = err.Error()
		} else {
			next.Result = parsed(out)
		}
		if i > 0 && (!bytes.Equal(text(next.Result), text(result.Result)) || (next.Error == "") != (result.Error == "")) {
			return next, false
		}
		result = next
	}
	return result, true
}

func (g gen) strategic() (patchCase, bool) {
	target := g.widget(v1, 50)
	other := g.mutated(target, g.widget(v1, 50), 40)
	var patch any
	if g.maybe(40) {
		made, err := strategicpatch.CreateTwoWayMergePatch(text(target), text(other), Widget{})
		if err != nil {
			return patchCase{}, false
		}
		patch = parsed(made)
		if g.maybe(50) {
			// What kubectl makes is applied to what has changed meanwhile.
			target = g.mutated(target, g.widget(v1, 50), 20)
		}
	} else {
		patch = g.directed(g.widget(v1, 40))
	}
	c, ok := answered(patchCase{Sort: "strategic", Target: target, Patch: patch}, func() ([]byte, error) {
		return strategicpatch.StrategicMergePatch(text(target), text(patch), Widget{})
	})
	// Maps of objects, free-form values and empty lists with an order are merged by us, refused by
	// upstream.
	refused := strings.Contains(c.Error, "data type is not struct") || strings.Contains(c.Error, "unable to find api field") ||
		strings.Contains(c.Error, "expected slice or array type") || strings.Contains(c.Error, "no elements in any")
	return c, ok && !refused
}

// directed strews directives and nulls into a patch.
func (g gen) directed(value object) object {
	out := object{}
	for name, part := range value {
		switch v := part.(type) {
		case object:
			child := g.directed(v)
			if g.maybe(6) {
				child["$patch"] = []string{"replace", "delete", "merge"}[g.Intn(3)]
			}
			if g.maybe(8) {
				child["$retainKeys"] = g.keys(child)
			}
			out[name] = child
		case []any:
			g.list(out, name, v)
		default:
			out[name] = part
		}
		if name != "metadata" && name != "spec" && g.maybe(6) {
			out[name] = nil
		}
	}
	return out
}

func (g gen) keys(o object) []any {
	keys := []any{}
	for _, name := range sortedKeys(o) {
		if !strings.HasPrefix(name, "$") && !g.maybe(10) {
			keys = append(keys, name)
		}
	}
	return keys
}

func (g gen) list(out object, name string, list []any) {
	next, order := []any{}, []any{}
	for _, item := range list {
		child, isObject := item.(object)
		if !isObject {
			next, order = append(next, item), append(order, item)
			continue
		}
		child = g.directed(child)
		for _, key := range []string{"name", "port", "type"} {
			if item.(object)[key] != nil && (key != "name" || item.(object)["port"] == nil) {
				child[key] = item.(object)[key]
				order = append(order, object{key: child[key]})
				break
			}
		}
		if g.maybe(15) {
			child["$patch"] = "delete"
		}
		next = append(next, child)
	}
	if len(next) > 0 && g.maybe(6) {
		if _, isObject := next[0].(object); isObject {
			next = append(next, object{"$patch": "replace"})
		}
	}
	if !g.maybe(15) {
		out[name] = next
	}
	if len(order) > 0 && name != "command" && name != "args" && g.maybe(35) {
		if g.maybe(30) {
			g.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		}
		out["$setElementOrder/"+name] = order
	}
	if (name == "tags" || name == "finalizers") && g.maybe(40) {
		out["$deleteFromPrimitiveList/"+name] = g.words()
	}
}

func (g gen) merge() (patchCase, bool) {
	target, patch := g.widget(v1, 50), g.directed(g.widget(v1, 50))
	return answered(patchCase{Sort: "merge", Target: target, Patch: patch}, func() ([]byte, error) {
		return jsonpatch.MergePatch(text(target), text(patch))
	})
}

func (g gen) operations() (patchCase, bool) {
	target := g.widget(v1, 60)
	list := []any{}
	for i, n := 0, 1+g.Intn(4); i < n; i++ {
		op := object{"op": []string{"add", "remove", "replace", "move", "copy", "test"}[g.Intn(6)], "path": g.pointer(target)}
		if g.maybe(90) {
			op["value"] = g.anything(2)
		}
		if op["op"] == "test" && g.maybe(60) {
			op["value"] = at(target, op["path"].(string))
		}
		if g.maybe(95) {
			op["from"] = g.pointer(target)
		}
		list = append(list, op)
	}
	return answered(patchCase{Sort: "json", Target: target, Patch: list}, func() ([]byte, error) {
		patch, err := jsonpatch.DecodePatch(text(list))
		if err != nil {
			return nil, err
		}
		return patch.Apply(text(target))
	})
}

func (g gen) pointer(value any) string {
	path := ""
	for {
		switch v := value.(type) {
		case object:
			names := sortedKeys(v)
			if len(names) == 0 || g.maybe(15) {
				return path + "/" + g.word()
			}
			name := names[g.Intn(len(names))]
			path, value = path+"/"+name, v[name]
		case []any:
			if len(v) == 0 || g.maybe(25) {
				return path + "/" + []string{"-", "0", "9", "-1", "x"}[g.Intn(5)]
			}
			i := g.Intn(len(v))
			path, value = fmt.Sprintf("%s/%d", path, i), v[i]
		default:
			return path
		}
		if g.maybe(25) {
			return path
		}
	}
}

func at(value any, path string) any {
	for _, token := range strings.Split(path, "/")[1:] {
		switch v := value.(type) {
		case object:
			value = v[token]
		case []any:
			var i int
			if _, err := fmt.Sscan(token, &i); err != nil || i < 0 || i >= len(v) {
				return nil
			}
			value = v[i]
		default:
			return nil
		}
	}
	return value
}
