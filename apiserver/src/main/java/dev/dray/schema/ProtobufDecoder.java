package dev.dray.schema;

import static java.util.Objects.requireNonNull;

import dev.dray.api.codec.ObjectTrees;
import dev.dray.api.codec.text.Limits;
import dev.dray.api.json.Json;
import dev.dray.api.meta.FrozenMap;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The decoder of messages into trees, with the fields that a server written in Go would write as
 * JSON.
 */
final class ProtobufDecoder {
  private static final int ITEMS = 1;
  private static final int MAP_KEY = 1;
  private static final int MAP_VALUE = 2;

  private final ProtobufMessages protobufMessages;
  private final ObjectTrees trees = new ObjectTrees(Limits.DEFAULT);

  ProtobufDecoder(ProtobufMessages protobufMessages) {
    this.protobufMessages = protobufMessages;
  }

  Json.Obj read(WireReader in, SchemaType.Struct type, String apiVersion, String kind) {
    var found = new Found();
    collect(in, protobufMessages.of(type), found);
    found.values.put("apiVersion", Json.of(apiVersion));
    found.values.put("kind", Json.of(kind));
    return found.object(type);
  }

  private Json.Obj struct(WireReader in, SchemaType.Struct type) {
    var found = new Found();
    collect(in, protobufMessages.of(type), found);
    return found.object(type);
  }

  private void collect(WireReader in, Message message, Found found) {
    while (in.next()) {
      var part = message.part(in.tag());
      if (part.isEmpty()) {
        in.skip();
        continue;
      }
      switch (part.get()) {
        case Message.Hidden(_, var inner) -> collect(in.message(), inner, found);
        case Message.Plain(_, var field, var ref) -> field(in, field, ref.boxed(), found);
      }
    }
  }

  private void field(WireReader in, SchemaType.Field field, boolean boxed, Found found) {
    switch (field.type()) {
      case SchemaType.ListOf list when !boxed -> item(in, list, found.items(field.name()));
      case SchemaType.MapOf map -> entry(in.message(), map, found.entries(field.name()));
      case SchemaType.ListOf _, SchemaType.Struct _, SchemaType.Scalar _, SchemaType.Anything _ ->
          found.values.put(field.name(), value(in, field.type()));
    }
  }

  private void item(WireReader in, SchemaType.ListOf list, List<Json> items) {
    var of = list.element().type();
    if (in.wireType() == WireTypes.BYTES
        && of instanceof SchemaType.Scalar(var kind)
        && isVarint(kind)) {
      for (var packed = in.message(); !packed.isEmpty(); ) {
        items.add(number(packed.number(), kind));
      }
      return;
    }
    items.add(value(in, of));
  }

  private void entry(WireReader in, SchemaType.MapOf map, Map<String, Json> entries) {
    var of = map.value().type();
    var key = "";
    var value = Scalars.empty(of);
    while (in.next()) {
      switch (in.tag()) {
        case MAP_KEY -> key = in.string();
        case MAP_VALUE -> value = value(in, of);
        default -> in.skip();
      }
    }
    entries.put(key, value);
  }

  /** Reads one value: lists and maps here are nested in others, and have a message of their own. */
  private Json value(WireReader in, SchemaType type) {
    return switch (type) {
      case SchemaType.Struct struct -> struct(in.message(), struct);
      case SchemaType.Anything _ -> anything(in.message());
      case SchemaType.Scalar(var kind) -> scalar(in, kind);
      case SchemaType.ListOf list -> {
        var items = new ArrayList<Json>();
        for (var inner = in.message(); inner.next(); ) {
          if (inner.tag() == ITEMS) {
            item(inner, list, items);
          } else {
            inner.skip();
          }
        }
        yield new Json.Arr(items);
      }
      case SchemaType.MapOf map -> {
        var entries = new LinkedHashMap<String, Json>();
        for (var inner = in.message(); inner.next(); ) {
          if (inner.tag() == ITEMS) {
            entry(inner.message(), map, entries);
          } else {
            inner.skip();
          }
        }
        yield new Json.Obj(entries);
      }
    };
  }

  /** Reads embedded JSON; no bytes at all are the same as null. */
  private Json anything(WireReader in) {
    var raw = new byte[0];
    while (in.next()) {
      if (in.tag() == 1) {
        raw = in.bytes();
      } else {
        in.skip();
      }
    }
    if (raw.length == 0) {
      return Json.Null.NULL;
    }
    return switch (trees.parseJson(raw)) {
      case ObjectTrees.Parsed.Tree(var value, _) -> value;
      case ObjectTrees.Parsed.Malformed(var message, _) ->
          throw new ProtobufMistake("The body has JSON within that is malformed: " + message);
    };
  }

  private static boolean isVarint(SchemaType.ScalarKind kind) {
    return switch (kind) {
      case INTEGER, LONG, BOOLEAN -> true;
      case STRING, BYTES, NUMBER, QUANTITY, INT_OR_STRING, TIME, MICRO_TIME, DURATION -> false;
    };
  }

  private static Json number(long number, SchemaType.ScalarKind kind) {
    return switch (kind) {
      case INTEGER -> {
        int narrow = (int) number;
        yield Json.of(narrow);
      }
      case BOOLEAN -> Json.of(number != 0);
      case LONG, STRING, BYTES, NUMBER, QUANTITY, INT_OR_STRING, TIME, MICRO_TIME, DURATION ->
          Json.of(number);
    };
  }

  private static Json scalar(WireReader in, SchemaType.ScalarKind kind) {
    return switch (kind) {
      case STRING -> Json.of(in.string());
      case BYTES -> Json.of(Base64.getEncoder().encodeToString(in.bytes()));
      case INTEGER, LONG, BOOLEAN -> number(in.varint(), kind);
      case QUANTITY -> quantity(in.message());
      case INT_OR_STRING -> intOrString(in.message());
      case TIME, MICRO_TIME -> time(in.message(), kind);
      case NUMBER, DURATION -> throw ProtobufEncoder.unsupported(kind);
    };
  }

  private static Json quantity(WireReader in) {
    var text = "";
    while (in.next()) {
      if (in.tag() == 1) {
        text = in.string();
      } else {
        in.skip();
      }
    }
    return Json.of(text.isEmpty() ? "0" : text);
  }

  private static Json intOrString(WireReader in) {
    boolean isText = false;
    int number = 0;
    var text = "";
    while (in.next()) {
      switch (in.tag()) {
        case 1 -> isText = in.varint() == 1;
        case 2 -> number = (int) in.varint();
        case 3 -> text = in.string();
        default -> in.skip();
      }
    }
    return isText ? Json.of(text) : Json.of(number);
  }

  /** Reads a time; an empty message is no time. */
  private static Json time(WireReader in, SchemaType.ScalarKind kind) {
    if (in.isEmpty()) {
      return Json.Null.NULL;
    }
    long seconds = 0;
    int nanos = 0;
    while (in.next()) {
      switch (in.tag()) {
        case 1 -> seconds = in.varint();
        case 2 -> nanos = (int) in.varint();
        default -> in.skip();
      }
    }
    try {
      var time = Instant.ofEpochSecond(seconds, nanos);
      return Json.of(
          kind == SchemaType.ScalarKind.MICRO_TIME
              ? WireTimes.micros(time)
              : WireTimes.seconds(time));
    } catch (DateTimeException _) {
      throw new ProtobufMistake("The body has a time that is out of range.");
    }
  }

  /** The values of an object's fields while its message is read. */
  private static final class Found {
    private final Map<String, Json> values = new HashMap<>();
    private final Map<String, List<Json>> lists = new HashMap<>();
    private final Map<String, Map<String, Json>> maps = new HashMap<>();

    List<Json> items(String field) {
      return requireNonNull(lists.computeIfAbsent(field, _ -> new ArrayList<>()));
    }

    Map<String, Json> entries(String field) {
      return requireNonNull(maps.computeIfAbsent(field, _ -> new LinkedHashMap<>()));
    }

    Json.Obj object(SchemaType.Struct type) {
      lists.forEach((name, items) -> values.put(name, new Json.Arr(items)));
      maps.forEach((name, entries) -> values.put(name, new Json.Obj(entries)));
      var fields = new FrozenMap.Builder<String, Json>();
      for (var field : type.fields().values()) {
        var value = values.get(field.name());
        if (value != null && isWritten(value, field)) {
          fields.put(field.name(), value);
        }
      }
      return new Json.Obj(fields.build());
    }

    /**
     * Returns whether a field would be written as JSON: Go programs send every plain field as
     * protobuf, but leave empty ones out of JSON.
     */
    private static boolean isWritten(Json value, SchemaType.Field field) {
      if (value instanceof Json.Null) {
        return false;
      }
      var ref = (WireRef) field.ref();
      return ref.pointer() || ref.always() || !isEmpty(value, field.type());
    }

    private static boolean isEmpty(Json value, SchemaType type) {
      if (type instanceof SchemaType.Scalar(var kind)
          && (kind == SchemaType.ScalarKind.QUANTITY
              || kind == SchemaType.ScalarKind.INT_OR_STRING)) {
        return false;
      }
      return switch (value) {
        case Json.Obj object -> object.isEmpty();
        case Json.Arr(var items) -> items.isEmpty();
        case Json.Str(var text) -> text.isEmpty();
        case Json.Num(var literal) -> literal.equals("0");
        case Json.Bool(var truth) -> !truth;
        case Json.Null _ -> true;
      };
    }
  }
}
