package dev.dray.api.codec.shape;

import static java.util.stream.Collectors.toUnmodifiableMap;

import dev.dray.api.codec.text.Output;
import dev.dray.api.codec.text.Token;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * The shape of an object with named fields, declared once:
 *
 * <pre>{@code
 * ObjectShape.of(
 *     fields ->
 *         new CounterSet(
 *             fields.add("name", STRING, CounterSet::name),
 *             fields.map("counters", COUNTER, CounterSet::counters)));
 * }</pre>
 *
 * <p>The declaration runs once to collect the fields, each of them absent, and again for every
 * object that was read, when it is handed the values one by one in the same order. So it must ask
 * for all fields every time. Fields are written in the order in which they are declared.
 */
public final class ObjectShape<T> implements WireShape<T> {

  private enum Written {
    UNLESS_EMPTY,
    ALWAYS
  }

  private record Field<T, V>(
      String name, int index, WireShape<V> shape, Function<T, V> of, Written written) {
    long bit() {
      return 1L << index;
    }

    void write(T object, Output out) {
      V value = of.apply(object);
      if (written == Written.ALWAYS || !shape.isEmpty(value)) {
        out.name(name);
        shape.write(value, out);
      }
    }
  }

  /** The fields of an object while they are declared, or while one is made from its values. */
  static final class Fields<T> {
    private final List<Field<T, ?>> declared;
    private final boolean collecting;
    private final Object[] values;
    private long present;
    private int next;

    /** Collects the fields of a shape. */
    private Fields() {
      this.declared = new ArrayList<>();
      this.collecting = true;
      this.values = new Object[0];
    }

    /** Hands out the values of an object that is being read, none of them present yet. */
    private Fields(ObjectShape<T> shape) {
      this.declared = shape.fields;
      this.collecting = false;
      this.values = Arrays.copyOf(shape.absentValues, shape.absentValues.length);
    }

    /** Returns a field that is not written when it is empty. */
    <V> V add(String name, WireShape<V> shape, Function<T, V> of) {
      return collecting ? collect(name, shape, of, Written.UNLESS_EMPTY) : next();
    }

    /** Returns a field that is written even when it is empty. */
    <V> V always(String name, WireShape<V> shape, Function<T, V> of) {
      return collecting ? collect(name, shape, of, Written.ALWAYS) : next();
    }

    <V> Optional<V> maybe(String name, WireShape<V> shape, Function<T, Optional<V>> of) {
      return collecting ? add(name, new Maybe<>(shape), of) : next();
    }

    <V> List<V> list(String name, WireShape<V> shape, Function<T, List<V>> of) {
      return collecting ? add(name, new Items<>(shape), of) : next();
    }

    <V> Map<String, V> map(String name, WireShape<V> shape, Function<T, Map<String, V>> of) {
      return collecting ? add(name, new Keyed<>(shape), of) : next();
    }

    /** Returns whether the field was present with a value other than null. */
    boolean has(String name) {
      return declared.stream().anyMatch(it -> it.name().equals(name) && (present & it.bit()) != 0);
    }

    private <V> V collect(String name, WireShape<V> shape, Function<T, V> of, Written written) {
      if (declared.size() == Long.SIZE) {
        throw new IllegalStateException("The field (%s) exceeds the limit of 64.".formatted(name));
      }
      declared.add(new Field<>(name, declared.size(), shape, of, written));
      return shape.absent();
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private <V> V next() {
      return (V) values[next++];
    }

    /** Checks that the declaration asked for all fields: those after one left out would shift. */
    private void checkAllTaken() {
      if (next != values.length) {
        throw new IllegalStateException(
            "The declaration of %s took %d of its %d fields."
                .formatted(declared.getFirst().name(), next, values.length));
      }
    }
  }

  private final List<Field<T, ?>> fields;
  private final List<String> names;
  private final Map<String, Field<T, ?>> byName = new HashMap<>();
  private final Map<String, String> hints;
  private final Object[] absentValues;
  private final Function<Fields<T>, T> declaration;
  private final T absent;

  private ObjectShape(Map<String, String> hints, Function<Fields<T>, T> declaration) {
    var collected = new Fields<T>();
    this.absent = declaration.apply(collected);
    this.fields = List.copyOf(collected.declared);
    this.names = fields.stream().<String>map(Field::name).toList();
    this.hints = hints;
    this.declaration = declaration;
    this.absentValues = fields.stream().map(field -> (Object) field.shape().absent()).toArray();
    fields.forEach(field -> byName.put(field.name(), field));
  }

  static <T> ObjectShape<T> of(Function<Fields<T>, T> declaration) {
    return new ObjectShape<>(Map.of(), declaration);
  }

  /** Returns a shape with hints for users who write a field that the object does not have. */
  static <T> ObjectShape<T> of(Map<String, String> hints, Function<Fields<T>, T> declaration) {
    return new ObjectShape<>(hints, declaration);
  }

  /** Returns the same hint for every field of this shape, for another that lacks them. */
  Map<String, String> hints(String hint) {
    return names.stream().collect(toUnmodifiableMap(name -> name, _ -> hint));
  }

  /** Passes on the name and shape of every field, in order. */
  public void forEachField(BiConsumer<String, WireShape<?>> each) {
    fields.forEach(field -> each.accept(field.name(), field.shape()));
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
    var values = new Fields<>(this);
    long seen = 0;
    long merged = 0;
    for (; in.token() == Token.NAME; in.next()) {
      var name = in.text();
      var field = byName.get(name);
      if (field == null) {
        in.unknown(names, Optional.ofNullable(hints.get(name)));
        continue;
      }
      long bit = field.bit();
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
    var read = declaration.apply(values);
    values.checkAllTaken();
    return read;
  }

  private void readField(Decoder in, Field<T, ?> field, Fields<T> values) {
    in.enterField(field.name());
    if (in.next() == Token.NULL) {
      values.values[field.index()] = absentValues[field.index()];
      values.present &= ~field.bit();
    } else {
      values.values[field.index()] = field.shape().read(in);
      values.present |= field.bit();
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
