package dev.dray.api.codec.shape;

import dev.dray.api.codec.text.Output;
import dev.dray.api.codec.text.Token;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * The shape of an object with named fields, declared once:
 *
 * <pre>{@code
 * ObjectShape.of(fields -> {
 *   var name = fields.add("name", STRING, CounterSet::name);
 *   var counters = fields.map("counters", COUNTER, CounterSet::counters);
 *   return values -> new CounterSet(values.get(name), values.get(counters));
 * });
 * }</pre>
 *
 * Fields are written in the order in which they are declared.
 */
public final class ObjectShape<T> implements WireShape<T> {

  /** The index of a field among the values of an object. */
  record Slot<V>(int index, WireShape<V> shape) {}

  /** The values of an object's fields while it is being read. */
  static final class Values {
    private final Object[] values;
    private long present;

    private Values(Object[] values) {
      this.values = values;
    }

    @SuppressWarnings("unchecked")
    <V> V get(Slot<V> slot) {
      return (V) values[slot.index()];
    }

    /** Returns whether the field was present with a value other than null. */
    boolean has(Slot<?> slot) {
      return (present & (1L << slot.index())) != 0;
    }
  }

  private enum Written {
    UNLESS_EMPTY,
    ALWAYS
  }

  private record Field<T, V>(
      String name, int index, WireShape<V> shape, Function<T, V> of, Written written) {
    void write(T object, Output out) {
      V value = of.apply(object);
      if (written == Written.ALWAYS || !shape.isEmpty(value)) {
        out.name(name);
        shape.write(value, out);
      }
    }
  }

  /** The collector of an object's field declarations. */
  static final class Fields<T> {
    private final List<Field<T, ?>> declared = new ArrayList<>();
    private final Map<String, String> hints = new LinkedHashMap<>();

    /** Declares a field that is not written when it is empty. */
    <V> Slot<V> add(String name, WireShape<V> shape, Function<T, V> of) {
      return add(name, shape, of, Written.UNLESS_EMPTY);
    }

    /** Declares a field that is written even when it is empty. */
    <V> Slot<V> always(String name, WireShape<V> shape, Function<T, V> of) {
      return add(name, shape, of, Written.ALWAYS);
    }

    <V> Slot<Optional<V>> maybe(String name, WireShape<V> shape, Function<T, Optional<V>> of) {
      return add(name, new Maybe<>(shape), of);
    }

    <V> Slot<List<V>> list(String name, WireShape<V> shape, Function<T, List<V>> of) {
      return add(name, new Items<>(shape), of);
    }

    <V> Slot<Map<String, V>> map(String name, WireShape<V> shape, Function<T, Map<String, V>> of) {
      return add(name, new Keyed<>(shape), of);
    }

    private <V> Slot<V> add(String name, WireShape<V> shape, Function<T, V> of, Written written) {
      if (declared.size() == Long.SIZE) {
        throw new IllegalStateException("The field (%s) exceeds the limit of 64.".formatted(name));
      }
      declared.add(new Field<>(name, declared.size(), shape, of, written));
      return new Slot<>(declared.size() - 1, shape);
    }

    /** Adds a hint for users who write a field that the object does not have. */
    void hint(String name, String hint) {
      hints.put(name, hint);
    }
  }

  private final List<Field<T, ?>> fields;
  private final List<String> names;
  private final Map<String, Field<T, ?>> byName = new HashMap<>();
  private final Map<String, String> hints;
  private final Object[] absentValues;
  private final Function<Values, T> construct;
  private final T absent;

  private ObjectShape(Fields<T> declared, Function<Values, T> construct) {
    this.fields = List.copyOf(declared.declared);
    this.names = fields.stream().<String>map(Field::name).toList();
    this.hints = declared.hints;
    this.construct = construct;
    this.absentValues = fields.stream().map(field -> (Object) field.shape().absent()).toArray();
    fields.forEach(field -> byName.put(field.name(), field));
    this.absent = construct.apply(new Values(absentValues));
  }

  static <T> ObjectShape<T> of(Function<Fields<T>, Function<Values, T>> declare) {
    var fields = new Fields<T>();
    var construct = declare.apply(fields);
    return new ObjectShape<>(fields, construct);
  }

  /** Passes on the name and shape of every field, in order. */
  public void forEachField(BiConsumer<String, WireShape<?>> each) {
    fields.forEach(field -> each.accept(field.name(), field.shape()));
  }

  /** Returns the names of all fields, in order. */
  Collection<String> names() {
    return names;
  }

  @Override
  public T absent() {
    return absent;
  }

  @Override
  public T read(Decoder in) {
    if (in.token() != Token.OBJECT) {
      in.mistyped("object");
      return absent;
    }
    in.next();
    return readFields(in);
  }

  /** Reads an object that was begun already, from its first name (or its end). */
  public T readFields(Decoder in) {
    var values = new Values(Arrays.copyOf(absentValues, absentValues.length));
    long seen = 0;
    long merged = 0;
    for (; in.token() == Token.NAME; in.next()) {
      var name = in.text();
      var field = byName.get(name);
      if (field == null) {
        in.unknown(names(), Optional.ofNullable(hints.get(name)));
        continue;
      }
      long bit = 1L << field.index();
      if ((seen & bit) != 0 && in.merged()) {
        in.next();
        in.skip();
        continue;
      }
      if ((seen & bit) != 0 && (merged & bit) == 0) {
        in.repeated();
      }
      seen |= bit;
      merged = in.merged() ? merged | bit : merged & ~bit;
      readField(in, field, values);
    }
    return construct.apply(values);
  }

  private void readField(Decoder in, Field<T, ?> field, Values values) {
    in.enterField(field.name());
    long bit = 1L << field.index();
    if (in.next() == Token.NULL) {
      values.values[field.index()] = absentValues[field.index()];
      values.present &= ~bit;
    } else {
      values.values[field.index()] = field.shape().read(in);
      values.present |= bit;
    }
    in.leave();
  }

  @Override
  public void write(T value, Output out) {
    out.beginObject();
    writeFields(value, out);
    out.endObject();
  }

  /** Writes the fields into an object that was begun already. */
  void writeFields(T value, Output out) {
    for (var field : fields) {
      field.write(value, out);
    }
  }

  @Override
  public boolean isEmpty(T value) {
    return value.equals(absent);
  }
}
