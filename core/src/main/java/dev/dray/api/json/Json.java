package dev.dray.api.json;

import dev.dray.api.meta.FrozenMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A JSON value of any shape; numbers keep the text they were written with. */
public sealed interface Json {
  static Str of(String text) {
    return new Str(text);
  }

  static Num of(long number) {
    return new Num(Long.toString(number));
  }

  static Bool of(boolean value) {
    return new Bool(value);
  }

  static Arr of(List<? extends Json> items) {
    return new Arr(List.copyOf(items));
  }

  static Arr strings(Iterable<String> texts) {
    var items = new ArrayList<Json>();
    texts.forEach(text -> items.add(new Str(text)));
    return new Arr(items);
  }

  /** Returns an object of strings, such as labels. */
  static Obj strings(Map<String, String> texts) {
    var fields = new FrozenMap.Builder<String, Json>();
    texts.forEach((name, text) -> fields.put(name, new Str(text)));
    return new Obj(fields.build());
  }

  /** Returns an object of alternating names and values. */
  static Obj obj(Object... namesAndValues) {
    var fields = new FrozenMap.Builder<String, Json>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      fields.put((String) namesAndValues[i], value(namesAndValues[i + 1]));
    }
    return new Obj(fields.build());
  }

  private static Json value(Object value) {
    return switch (value) {
      case Json json -> json;
      case String text -> new Str(text);
      case Boolean truth -> new Bool(truth);
      case Number number -> new Num(number.toString());
      default ->
          throw new IllegalArgumentException(
              "A value of type [%s] cannot become JSON.".formatted(value.getClass().getName()));
    };
  }

  /** Returns the bytes on one line, as servers send them. */
  default byte[] bytes() {
    return JsonBytes.of(this);
  }

  /** Returns the text on one line, as servers send it. */
  default String toText() {
    return JsonBytes.text(this);
  }

  /** An object. The order of its fields is kept, and means nothing. */
  record Obj(Map<String, Json> fields) implements Json {
    public static final Obj EMPTY = new Obj(FrozenMap.of());

    public Obj {
      fields = FrozenMap.copyOf(fields);
    }

    public boolean isEmpty() {
      return fields.isEmpty();
    }

    public boolean has(String name) {
      return fields.containsKey(name);
    }

    // Paths of one and two names have methods of their own: they are the most common ones, and any
    // other path allocates an array.

    /** Returns the field of this name, unless it is missing. */
    public Optional<Json> find(String name) {
      return Optional.ofNullable(fields.get(name));
    }

    /** Returns the value at this path of names, unless it is missing. */
    public Optional<Json> find(String... path) {
      Json at = this;
      for (var name : path) {
        var next = at instanceof Obj(var fields) ? fields.get(name) : null;
        if (next == null) {
          return Optional.empty();
        }
        at = next;
      }
      return Optional.of(at);
    }

    /** Returns the object of this name; an empty one if there is none. */
    public Obj object(String name) {
      return fields.get(name) instanceof Obj found ? found : EMPTY;
    }

    /** Returns the object at this path; an empty one if there is none. */
    public Obj object(String... path) {
      return find(path).orElse(EMPTY) instanceof Obj found ? found : EMPTY;
    }

    /** Returns the list of this name; an empty one if there is none. */
    public List<Json> items(String name) {
      return fields.get(name) instanceof Arr(var items) ? items : List.of();
    }

    public List<Json> items(String first, String second) {
      return object(first).items(second);
    }

    /** Returns the list at this path; an empty one if there is none. */
    public List<Json> items(String... path) {
      return find(path).orElse(Null.NULL) instanceof Arr(var items) ? items : List.of();
    }

    /** Returns the objects of the list at this path. */
    public List<Obj> objects(String... path) {
      var objects = new ArrayList<Obj>();
      for (var item : items(path)) {
        if (item instanceof Obj object) {
          objects.add(object);
        }
      }
      return objects;
    }

    /** Returns the string of this name; empty if there is none. */
    public String text(String name) {
      return fields.get(name) instanceof Str(var text) ? text : "";
    }

    public String text(String first, String second) {
      return object(first).text(second);
    }

    /** Returns the string at this path; empty if there is none. */
    public String text(String... path) {
      return find(path).orElse(Null.NULL) instanceof Str(var text) ? text : "";
    }

    /** Returns the strings of the list at this path. */
    public List<String> texts(String... path) {
      var texts = new ArrayList<String>();
      for (var item : items(path)) {
        if (item instanceof Str(var text)) {
          texts.add(text);
        }
      }
      return texts;
    }

    /** Returns the strings of the object at this path, such as labels. */
    public Map<String, String> map(String... path) {
      var texts = new LinkedHashMap<String, String>();
      object(path)
          .fields()
          .forEach(
              (name, value) -> {
                if (value instanceof Str(var text)) {
                  texts.put(name, text);
                }
              });
      return texts;
    }

    /** Returns the integer at this path, unless there is none. */
    public Optional<Long> number(String... path) {
      if (!(find(path).orElse(Null.NULL) instanceof Num(var literal))) {
        return Optional.empty();
      }
      try {
        return Optional.of(Long.parseLong(literal));
      } catch (NumberFormatException e) {
        return Optional.empty();
      }
    }

    /** Returns whether there is a {@code true} at this path. */
    public boolean truth(String... path) {
      return find(path).orElse(Null.NULL) instanceof Bool(var value) && value;
    }

    /** Returns a copy with this field, in its place if it was there, else as the last one. */
    public Obj with(String name, Json value) {
      return new Obj(FrozenMap.copyOf(fields).with(name, value));
    }

    /** Returns a copy with a value at this path; missing objects on the way are created. */
    public Obj with(List<String> path, Json value) {
      var name = path.getFirst();
      return path.size() == 1
          ? with(name, value)
          : with(name, object(name).with(path.subList(1, path.size()), value));
    }

    public Obj without(String name) {
      return has(name) ? new Obj(FrozenMap.copyOf(fields).without(name)) : this;
    }

    /** Returns a copy without the value at this path; nothing else changes. */
    public Obj without(List<String> path) {
      var name = path.getFirst();
      if (path.size() == 1) {
        return without(name);
      }
      return fields.get(name) instanceof Obj child
          ? with(name, child.without(path.subList(1, path.size())))
          : this;
    }

    /** Returns a copy with this field at this path, or without it if the value is empty. */
    public Obj withOrWithout(List<String> path, Optional<? extends Json> value) {
      return value.isPresent() ? with(path, value.get()) : without(path);
    }

    @Override
    public String toString() {
      return toText();
    }
  }

  record Arr(List<Json> items) implements Json {
    public Arr {
      items = List.copyOf(items);
    }

    public static Arr of(Json... items) {
      return new Arr(Arrays.asList(items));
    }

    @Override
    public String toString() {
      return toText();
    }
  }

  record Str(String value) implements Json {}

  /** A number by its text: 1 and 1.0 differ. */
  record Num(String literal) implements Json {}

  record Bool(boolean value) implements Json {}

  record Null() implements Json {
    public static final Null NULL = new Null();
  }
}
