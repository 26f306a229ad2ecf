package dev.dray.api.codec;

import dev.dray.api.resource.DeviceAttribute;
import dev.dray.api.resource.DeviceAttribute.BoolValue;
import dev.dray.api.resource.DeviceAttribute.BoolValues;
import dev.dray.api.resource.DeviceAttribute.IntValue;
import dev.dray.api.resource.DeviceAttribute.IntValues;
import dev.dray.api.resource.DeviceAttribute.Malformed;
import dev.dray.api.resource.DeviceAttribute.NullValue;
import dev.dray.api.resource.DeviceAttribute.StringValue;
import dev.dray.api.resource.DeviceAttribute.StringValues;
import dev.dray.api.resource.DeviceAttribute.VersionValue;
import dev.dray.api.resource.DeviceAttribute.VersionValues;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * An attribute: on the wire an object with one field of eight (nine in a patch), in the hub one of
 * as many types. Slices are mostly attributes, hence read by hand.
 */
final class AttributeShape implements Shape<DeviceAttribute> {
  private static final DeviceAttribute ABSENT = new Malformed(List.of());
  private static final Shape<List<Long>> LONGS = new Items<>(ScalarShape.LONG);
  private static final Shape<List<Boolean>> BOOLS = new Items<>(ScalarShape.BOOL);
  private static final Shape<List<String>> STRINGS = new Items<>(ScalarShape.STRING);
  private static final List<String> SLICE_NAMES =
      List.of("int", "bool", "string", "version", "ints", "bools", "strings", "versions");
  private static final List<String> PATCH_NAMES =
      List.of("int", "bool", "string", "version", "ints", "bools", "strings", "versions", "null");

  /** Whether an attribute may say that there is none. */
  enum Nullable {
    NO,
    YES
  }

  private final List<String> names;

  AttributeShape(Nullable nullable) {
    names = nullable == Nullable.YES ? PATCH_NAMES : SLICE_NAMES;
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
      int field = names.indexOf(in.text());
      if (field < 0) {
        in.unknown(names, hintFor(in.text()));
        continue;
      }
      int bit = 1 << field;
      boolean again = (seen & bit) != 0;
      if (again && in.merged()) {
        in.next();
        in.skip();
        continue;
      }
      if (again && (merged & bit) == 0) {
        in.repeated();
      }
      found.removeIf(value -> again && order(value) == field);
      seen |= bit;
      merged = in.merged() ? merged | bit : merged & ~bit;
      readValue(in, field, found);
    }
    return found.isEmpty() ? ABSENT : DeviceAttribute.of(ordered(found));
  }

  private void readValue(Decoder in, int field, List<DeviceAttribute> found) {
    in.enterField(names.get(field));
    if (in.next() != Token.NULL) {
      found.add(value(field, in));
    }
    in.leave();
  }

  private static List<DeviceAttribute> ordered(List<DeviceAttribute> values) {
    return values.size() == 1
        ? values
        : values.stream().sorted(Comparator.comparingInt(AttributeShape::order)).toList();
  }

  private static int order(DeviceAttribute value) {
    return PATCH_NAMES.indexOf(nameOf(value));
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

  private static DeviceAttribute value(int field, Decoder in) {
    return switch (PATCH_NAMES.get(field)) {
      case "int" -> new IntValue(ScalarShape.LONG.read(in));
      case "bool" -> new BoolValue(ScalarShape.BOOL.read(in));
      case "string" -> new StringValue(ScalarShape.STRING.read(in));
      case "version" -> new VersionValue(ScalarShape.STRING.read(in));
      case "ints" -> new IntValues(LONGS.read(in));
      case "bools" -> new BoolValues(BOOLS.read(in));
      case "strings" -> new StringValues(STRINGS.read(in));
      case "versions" -> new VersionValues(STRINGS.read(in));
      case "null" -> readNull(in);
      default -> throw new IllegalStateException("There is no field (%d).".formatted(field));
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

  private static String nameOf(DeviceAttribute value) {
    return switch (value) {
      case IntValue _ -> "int";
      case BoolValue _ -> "bool";
      case StringValue _ -> "string";
      case VersionValue _ -> "version";
      case IntValues _ -> "ints";
      case BoolValues _ -> "bools";
      case StringValues _ -> "strings";
      case VersionValues _ -> "versions";
      case NullValue _ -> "null";
      case Malformed _ ->
          throw new IllegalStateException("The attribute (%s) has no one field.".formatted(value));
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
    out.name(nameOf(value));
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
          throw new IllegalStateException("Malformed in malformed (%s).".formatted(value));
    }
  }

  @Override
  public boolean isEmpty(DeviceAttribute value) {
    return false;
  }
}
