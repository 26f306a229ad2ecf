package main

import (
	"fmt"
	"math/rand"
)

type object = map[string]any

// gen makes widgets of few names and values, so that much of what it makes collides.
type gen struct{ *rand.Rand }

func (g gen) maybe(percent int) bool { return g.Intn(100) < percent }

func (g gen) word() string { return string(rune('a' + g.Intn(3))) }

func (g gen) words() []any {
	words := []any{}
	for _, i := range g.Perm(4)[:g.Intn(4)] {
		words = append(words, string(rune('a'+i)))
	}
	return words
}

func (g gen) texts() object {
	texts := object{}
	for _, word := range g.words() {
		texts[word.(string)] = g.word()
	}
	return texts
}

func (g gen) anything(depth int) any {
	switch n := g.Intn(7); {
	case n < 3 && depth > 0:
		out := object{}
		for _, word := range g.words() {
			out[word.(string)] = g.anything(depth - 1)
		}
		return out
	case n == 3:
		return g.words()
	case n == 4:
		return int64(g.Intn(3))
	case n == 5:
		return g.maybe(50)
	default:
		return g.word()
	}
}

func (g gen) set(out object, name string, percent int, value func() any) {
	if g.maybe(percent) {
		out[name] = value()
	}
}

func (g gen) container(name string, p int) object {
	out := object{"name": name}
	g.set(out, "image", p, func() any { return g.word() })
	g.set(out, "command", p, func() any { return g.words() })
	g.set(out, "env", p, func() any {
		list := []any{}
		for _, word := range g.words() {
			env := object{"name": word}
			g.set(env, "value", 70, func() any { return g.word() })
			list = append(list, env)
		}
		return list
	})
	g.set(out, "ports", p, func() any { return g.ports() })
	return out
}

func (g gen) ports() []any {
	list := []any{}
	for _, n := range g.Perm(3)[:g.Intn(3)] {
		port := object{"port": int64(80 + n)}
		g.set(port, "protocol", 50, func() any { return []string{"TCP", "UDP"}[g.Intn(2)] })
		g.set(port, "name", 50, func() any { return g.word() })
		list = append(list, port)
	}
	return list
}

func (g gen) pair(a, b string, numeric bool) object {
	out := object{}
	g.set(out, a, 60, func() any { return g.word() })
	g.set(out, b, 60, func() any {
		if numeric {
			return int64(g.Intn(3))
		}
		return g.word()
	})
	return out
}

func (g gen) spec(version string, p int) object {
	out := object{}
	title := "title"
	if version == v2 {
		title = "caption"
	}
	g.set(out, title, p, func() any { return g.word() })
	g.set(out, "replicas", p, func() any { return int64(g.Intn(3)) })
	g.set(out, "paused", p, func() any { return g.maybe(50) })
	g.set(out, "selector", p, func() any { return g.texts() })
	g.set(out, "limits", p, func() any { return g.texts() })
	g.set(out, "tags", p, func() any { return g.words() })
	g.set(out, "args", p, func() any { return g.words() })
	g.set(out, "containers", p, func() any {
		list := []any{}
		for _, word := range g.words() {
			list = append(list, g.container(word.(string), p))
		}
		return list
	})
	g.set(out, "strategy", p, func() any {
		strategy := object{}
		g.set(strategy, "type", 60, func() any { return g.word() })
		g.set(strategy, "rolling", 60, func() any { return object{"max": int64(g.Intn(3))} })
		return strategy
	})
	g.set(out, "source", p, func() any { return g.pair("path", "branch", false) })
	g.set(out, "pool", p, func() any { return g.pair("name", "generation", true) })
	g.set(out, "frozen", p, func() any { return g.pair("a", "b", false) })
	g.set(out, "data", p, func() any { return g.anything(3) })
	g.set(out, "shards", p, func() any {
		shards := object{}
		for _, word := range g.words() {
			shards[word.(string)] = g.pair("label", "count", true)
		}
		return shards
	})
	return out
}

func (g gen) widget(version string, p int) object {
	meta := object{"name": "w"}
	g.set(meta, "labels", p, func() any { return g.texts() })
	g.set(meta, "annotations", p/2, func() any { return g.texts() })
	g.set(meta, "finalizers", p/2, func() any { return g.words() })
	out := object{"apiVersion": version, "kind": "Widget", "metadata": meta}
	g.set(out, "spec", 90, func() any { return g.spec(version, p) })
	g.set(out, "status", 40, func() any {
		status := object{}
		g.set(status, "phase", 60, func() any { return g.word() })
		g.set(status, "conditions", 60, func() any {
			list := []any{}
			for _, word := range g.words() {
				list = append(list, object{"type": word, "status": g.word()})
			}
			return list
		})
		return status
	})
	return out
}

// mutated is the object with some fields taken from another one, dropped, or in another order.
func (g gen) mutated(base, other object, percent int) object {
	out := object{}
	for name, value := range base {
		out[name] = copied(value)
	}
	for _, name := range sortedKeys(base, other) {
		if name == "apiVersion" || name == "kind" || name == "name" || name == "uid" || name == "managedFields" ||
			name == "metadata" && len(out) == 0 {
			continue
		}
		old, isObject := out[name].(object)
		next, nextIsObject := other[name].(object)
		switch {
		case isObject && nextIsObject && (name == "metadata" || name == "spec" || g.maybe(50)):
			out[name] = g.mutated(old, next, percent)
		case !g.maybe(percent):
		case other[name] != nil:
			out[name] = g.mixed(out[name], other[name])
		case name != "metadata":
			delete(out, name)
		}
	}
	return out
}

func (g gen) mixed(old, next any) any {
	a, ok := old.([]any)
	if !ok || g.maybe(40) {
		return copied(next)
	}
	list := copied(a).([]any)
	g.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	if len(list) > 0 && g.maybe(30) {
		list = list[1:]
	}
	if len(list) > 0 && g.maybe(5) {
		list = append(list, copied(list[0]))
	}
	return list
}

func sortedKeys(maps ...object) []string {
	seen := map[string]bool{}
	names := []string{}
	for _, m := range maps {
		for name := range m {
			if !seen[name] {
				seen[name] = true
				names = append(names, name)
			}
		}
	}
	for i := range names {
		for j := i; j > 0 && names[j] < names[j-1]; j-- {
			names[j], names[j-1] = names[j-1], names[j]
		}
	}
	return names
}

func copied(value any) any {
	switch v := value.(type) {
	case object:
		out := object{}
		for name, part := range v {
			out[name] = copied(part)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = copied(v[i])
		}
		return out
	default:
		return value
	}
}

func (g gen) manager() string {
	if g.maybe(10) {
		return fmt.Sprintf("m%d", g.Intn(20))
	}
	return []string{"alice", "bob", "carol", "kubectl"}[g.Intn(4)]
}
