package dev.dray.api.codec.shape;

import dev.dray.api.codec.text.Output;
import dev.dray.api.codec.text.Token;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceAttribute.BoolValue;
import dev.dray.api.resource.device.DeviceAttribute.BoolValues;
import dev.dray.api.resource.device.DeviceAttribute.IntValue;
import dev.dray.api.resource.device.DeviceAttribute.IntValues;
import dev.dray.api.resource.device.DeviceAttribute.Malformed;
import dev.dray.api.resource.device.DeviceAttribute.NullValue;
import dev.dray.api.resource.device.DeviceAttribute.StringValue;
import dev.dray.api.resource.device.DeviceAttribute.StringValues;
import dev.dray.api.resource.device.DeviceAttribute.VersionValue;
import dev.dray.api.resource.device.DeviceAttribute.VersionValues;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * The shape of an attribute: on the wire an object with one field of eight (nine in a patch), in
 * the hub one of as many types. Slices consist mostly of attributes, hence the hand-written reader.
 */
public final class AttributeShape implements WireShape<DeviceAttribute> {
  private static final DeviceAttribute ABSENT = new Malformed(List.of());
  private static final WireShape<List<Long>> LONGS = new Items<>(ScalarShape.LONG);
  private static final WireShape<List<Boolean>> BOOLS = new Items<>(ScalarShape.BOOL);
  private static final WireShape<List<String>> STRINGS = new Items<>(ScalarShape.STRING);

  /** The fields on the wire, in their order. */
  private enum Field {
    INT("int", 0x1),
    BOOL("bool", 0x2),
    STRING("string", 0x4),
    VERSION("version", 0x8),
    INTS("ints", 0x10),
    BOOLS("bools", 0x20),
    STRINGS("strings", 0x40),
    VERSIONS("versions", 0x80),
    NULL("null", 0x100);

    private final String wireName;
    private final int bit;

    Field(String wireName, int bit) {
      this.wireName = wireName;
      this.bit = bit;
    }
  }

  /** The permission for a null attribute, which a patch uses to remove one. */
  public enum Nullable {
    NO,
    YES
  }

  private final Map<String, Field> fields = new LinkedHashMap<>();

  public AttributeShape(Nullable nullable) {
    var last = nullable == Nullable.YES ? Field.NULL : Field.VERSIONS;
    EnumSet.range(Field.INT, last).forEach(field -> fields.put(field.wireName, field));
  }

  /**
   * Passes on the name and shape of every field, in order; a field that is an empty object has no
   * shape.
   */
  public void forEachField(BiConsumer<String, Optional<WireShape<?>>> each) {
    fields.forEach((name, field) -> each.accept(name, shape(field)));
  }

  private static Optional<WireShape<?>> shape(Field field) {
    return switch (field) {
      case INT -> Optional.of(ScalarShape.LONG);
      case BOOL -> Optional.of(ScalarShape.BOOL);
      case STRING, VERSION -> Optional.of(ScalarShape.STRING);
      case INTS -> Optional.of(LONGS);
      case BOOLS -> Optional.of(BOOLS);
      case STRINGS, VERSIONS -> Optional.of(STRINGS);
      case NULL -> Optional.empty();
    };
  }

  @Override
  public DeviceAttribute absent() {
    return ABSENT;
  }

  @Override
  public DeviceAttribute read(Decoder in) {
    if (in.token() != Token.OBJECT) {
      in.mistyped("object");
      return ABSENT;
    }
    var found = new ArrayList<DeviceAttribute>(1);
    int seen = 0;
    int merged = 0;
    for (in.next(); in.token() == Token.NAME; in.next()) {
      var field = fields.get(in.text());
      if (field == null) {
        in.unknown(fields.keySet(), hintFor(in.text()));
        continue;
      }
      int bit = field.bit;
      boolean again = (seen & bit) != 0;
      if (again && in.merged()) {
        in.next();
        in.skip();
        continue;
      }
      if (again) {
        if ((merged & bit) == 0) {
          in.repeated();
        }
        found.removeIf(value -> fieldOf(value) == field);
      }
      seen |= bit;
      merged = in.merged() ? merged | bit : merged & ~bit;
      readValue(in, field, found);
    }
    return found.isEmpty() ? ABSENT : DeviceAttribute.of(ordered(found));
  }

  private static void readValue(Decoder in, Field field, List<DeviceAttribute> found) {
    in.enterField(field.wireName);
    if (in.next() != Token.NULL) {
      found.add(value(field, in));
    }
    in.leave();
  }

  private static List<DeviceAttribute> ordered(List<DeviceAttribute> values) {
    return values.size() == 1
        ? values
        : values.stream().sorted(Comparator.comparing(AttributeShape::fieldOf)).toList();
  }

  private static Optional<String> hintFor(String name) {
    return switch (name) {
      case "stringValue", "value", "str" -> Optional.of("did you mean \"string\"?");
      case "intValue", "integer", "number" -> Optional.of("did you mean \"int\"?");
      case "boolValue", "boolean" -> Optional.of("did you mean \"bool\"?");
      case "versionValue", "semver" -> Optional.of("did you mean \"version\"?");
      case "null" -> Optional.of("only a ResourceSlicePatch can remove an attribute");
      default -> Optional.empty();
    };
  }

  private static DeviceAttribute value(Field field, Decoder in) {
    return switch (field) {
      case INT -> new IntValue(ScalarShape.LONG.read(in));
      case BOOL -> new BoolValue(ScalarShape.BOOL.read(in));
      case STRING -> new StringValue(ScalarShape.STRING.read(in));
      case VERSION -> new VersionValue(ScalarShape.STRING.read(in));
      case INTS -> new IntValues(LONGS.read(in));
      case BOOLS -> new BoolValues(BOOLS.read(in));
      case STRINGS -> new StringValues(STRINGS.read(in));
      case VERSIONS -> new VersionValues(STRINGS.read(in));
      case NULL -> readNull(in);
    };
  }

  private static DeviceAttribute readNull(Decoder in) {
    if (in.token() != Token.OBJECT) {
      in.mistyped("object");
      return new NullValue();
    }
    while (in.next() == Token.NAME) {
      in.unknown(List.of(), Optional.of("write \"null: {}\""));
    }
    return new NullValue();
  }

  private static Field fieldOf(DeviceAttribute value) {
    return switch (value) {
      case IntValue _ -> Field.INT;
      case BoolValue _ -> Field.BOOL;
      case StringValue _ -> Field.STRING;
      case VersionValue _ -> Field.VERSION;
      case IntValues _ -> Field.INTS;
      case BoolValues _ -> Field.BOOLS;
      case StringValues _ -> Field.STRINGS;
      case VersionValues _ -> Field.VERSIONS;
      case NullValue _ -> Field.NULL;
      case Malformed _ ->
          throw new IllegalStateException("The attribute (%s) is malformed.".formatted(value));
    };
  }

  @Override
  public void write(DeviceAttribute value, Output out) {
    out.beginObject();
    if (value instanceof Malformed(var values)) {
      values.forEach(each -> writeField(each, out));
    } else {
      writeField(value, out);
    }
    out.endObject();
  }

  private static void writeField(DeviceAttribute value, Output out) {
    out.name(fieldOf(value).wireName);
    switch (value) {
      case IntValue(var number) -> ScalarShape.LONG.write(number, out);
      case BoolValue(var bool) -> out.bool(bool);
      case StringValue(var text) -> out.string(text);
      case VersionValue(var text) -> out.string(text);
      case IntValues(var numbers) -> LONGS.write(numbers, out);
      case BoolValues(var bools) -> BOOLS.write(bools, out);
      case StringValues(var texts) -> STRINGS.write(texts, out);
      case VersionValues(var texts) -> STRINGS.write(texts, out);
      case NullValue _ -> {
        out.beginObject();
        out.endObject();
      }
      case Malformed _ ->
          throw new IllegalStateException("A malformed value in another: (%s).".formatted(value));
    }
  }

  @Override
  public boolean isEmpty(DeviceAttribute value) {
    return false;
  }
}
