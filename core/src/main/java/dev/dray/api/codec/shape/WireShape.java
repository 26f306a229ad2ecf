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
 * How a type looks on the wire: the one description by which it is read, written and listed.
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

  /** What a value that is not written, is null, or was mistyped is taken for. */
  T absent();

  /**
   * Reads the value that begins at the current token, and stays at its last token. What is wrong in
   * it is reported to the decoder, and the rest of it still read.
   */
  T read(Decoder in);

  void write(T value, Output out);

  /** Whether the value is left out of an object that has it. */
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

  /** A map by name, written in the order of its keys as every Kubernetes server does. */
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

  /** A value that may be missing. */
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
