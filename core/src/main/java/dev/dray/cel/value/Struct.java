package dev.dray.cel.value;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** A type with named fields that expressions can read but not create. */
public record Struct(String name, SortedMap<String, Type> fields) {
  public Struct {
    fields = Collections.unmodifiableSortedMap(new TreeMap<>(fields));
  }

  public Type type() {
    return Type.struct(name);
  }
}
