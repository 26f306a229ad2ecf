package dev.dray.api.codec.shape;

import dev.dray.api.codec.text.Output;
import dev.dray.api.codec.text.Token;
import dev.dray.api.meta.FrozenMap;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The wire format of a type: the one declaration by which it is read, written and listed.
 *
 * <p>Upstream has a Go type for each version, with generated conversions between them. Here each
 * kind has one record, in the hub, and a shape says how that record looks in JSON and YAML. A shape
 * is a tree that follows the record:
 *
 * <pre>{@code
 * ObjectShape<CounterSet>           {
 *   "name"     ScalarShape.STRING     "name": "gpu-0",
 *   "counters" Keyed                  "counters": {
 *     ObjectShape<Counter>              "memory": {
 *       "value" ScalarShape.QUANTITY      "value": "80Gi" } } }
 * }</pre>
 *
 * <p>The same tree serves every direction:
 *
 * <ul>
 *   <li>{@link #read} takes tokens and makes the record. It never stops at a mistake: it reports
 *       unknown, repeated and mistyped fields to the {@link Decoder}, with path and location, and
 *       goes on with {@link #absent} in their place.
 *   <li>{@link #write} sends the record to an {@link Output}, fields in the order of their
 *       declaration, map keys sorted. It leaves out what {@link #isEmpty}, unless the field is
 *       declared as always written.
 *   <li>A test walks the tree to compare every field and its type with the served schemas.
 * </ul>
 *
 * <p>A field thus cannot be read and then forgotten in writing, and JSON and YAML cannot differ:
 * both are {@link dev.dray.api.codec.text.Tokens} on the way in and {@link Output}s on the way out.
 *
 * <p>Versions differ little, so most shapes are shared by all of them. The hub is shaped like v1,
 * and {@link ApiVersion.Dialect} names the only other form, v1beta1: there the fields of a device
 * other than its name are in {@code basic}, a request has the fields of {@code exactly} itself, and
 * an empty {@code nodeName} or {@code allNodes} of a slice is the same as none. The declarations
 * that depend on it take the dialect as a parameter, and {@link KindShapes} holds one set of shapes
 * for each dialect. Converting between versions is reading by one shape and writing by another.
 *
 * @param <T> the type in the hub
 */
public sealed interface WireShape<T>
    permits AttributeShape,
        ObjectShape,
        ScalarShape,
        WireShape.Items,
        WireShape.Keyed,
        WireShape.Maybe {

  /** Returns the value that stands for one that is missing, null or mistyped. */
  T absent();

  /**
   * Reads the value that begins at the current token, and stops at its last token. Mistakes in it
   * are reported to the decoder, and the rest of it is still read.
   */
  T read(Decoder in);

  void write(T value, Output out);

  /** Returns whether an object leaves out a field with this value. */
  boolean isEmpty(T value);

  /** A list of values. */
  record Items<T>(WireShape<T> of) implements WireShape<List<T>> {
    @Override
    public List<T> absent() {
      return List.of();
    }

    @Override
    public List<T> read(Decoder in) {
      if (in.token() != Token.ARRAY) {
        in.mistyped("list");
        return absent();
      }
      var items = new ArrayList<T>();
      while (in.next() != Token.END_ARRAY) {
        in.enterIndex(items.size());
        items.add(in.token() == Token.NULL ? of.absent() : of.read(in));
        in.leave();
      }
      return List.copyOf(items);
    }

    @Override
    public void write(List<T> value, Output out) {
      out.beginArray();
      value.forEach(item -> of.write(item, out));
      out.endArray();
    }

    @Override
    public boolean isEmpty(List<T> value) {
      return value.isEmpty();
    }
  }

  /** A map with string keys, written in the order of its keys as every Kubernetes server does. */
  record Keyed<T>(WireShape<T> of) implements WireShape<Map<String, T>> {
    @Override
    public Map<String, T> absent() {
      return FrozenMap.of();
    }

    @Override
    public Map<String, T> read(Decoder in) {
      if (in.token() != Token.OBJECT) {
        in.mistyped("object");
        return absent();
      }
      var entries = new FrozenMap.Builder<String, T>();
      var merged = new HashSet<String>();
      while (in.next() == Token.NAME) {
        readEntry(in, entries, merged);
      }
      return entries.build();
    }

    private void readEntry(Decoder in, FrozenMap.Builder<String, T> entries, Set<String> merged) {
      var key = in.text();
      boolean weak = in.merged();
      if (entries.contains(key)) {
        if (weak) {
          in.next();
          in.skip();
          return;
        }
        if (!merged.remove(key)) {
          in.repeatedKey();
        }
      } else if (weak) {
        merged.add(key);
      }
      in.enterKey(key);
      entries.put(key, in.next() == Token.NULL ? of.absent() : of.read(in));
      in.leave();
    }

    @Override
    public void write(Map<String, T> value, Output out) {
      out.beginObject();
      value.entrySet().stream()
          .sorted(Map.Entry.comparingByKey())
          .forEach(
              entry -> {
                out.name(entry.getKey());
                of.write(entry.getValue(), out);
              });
      out.endObject();
    }

    @Override
    public boolean isEmpty(Map<String, T> value) {
      return value.isEmpty();
    }
  }

  /** An optional value. */
  record Maybe<T>(WireShape<T> of) implements WireShape<Optional<T>> {
    @Override
    public Optional<T> absent() {
      return Optional.empty();
    }

    @Override
    public Optional<T> read(Decoder in) {
      return Optional.of(of.read(in));
    }

    @Override
    public void write(Optional<T> value, Output out) {
      value.ifPresentOrElse(present -> of.write(present, out), out::nothing);
    }

    @Override
    public boolean isEmpty(Optional<T> value) {
      return value.isEmpty();
    }
  }
}
