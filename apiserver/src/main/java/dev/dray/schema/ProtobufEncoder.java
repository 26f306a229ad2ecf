package dev.dray.schema;

import dev.dray.api.json.Json;
import java.util.ArrayList;
import java.util.Base64;

/**
 * The encoder of trees as messages. It writes from the end to the beginning; fields missing in the
 * tree are not written.
 */
final class ProtobufEncoder {
  private static final int ITEMS = 1;
  private static final int MAP_KEY = 1;
  private static final int MAP_VALUE = 2;

  private final ProtobufMessages protobufMessages;

  ProtobufEncoder(ProtobufMessages protobufMessages) {
    this.protobufMessages = protobufMessages;
  }

  void write(Json.Obj object, SchemaType.Struct type, WireWriter out) {
    write(object, protobufMessages.of(type), out);
  }

  private void write(Json.Obj object, Message message, WireWriter out) {
    for (var part : message.reversed()) {
      switch (part) {
        case Message.Plain(int tag, var field, var ref) -> {
          var value = object.fields().get(field.name());
          if (value != null && !(value instanceof Json.Null)) {
            field(tag, value, field.type(), ref.boxed(), out);
          }
        }
        case Message.Hidden(int tag, var inner) -> {
          int before = out.length();
          write(object, inner, out);
          if (out.length() > before) {
            out.message(tag, before);
          }
        }
      }
    }
  }

  private void field(int tag, Json value, SchemaType type, boolean boxed, WireWriter out) {
    switch (type) {
      case SchemaType.ListOf list when !boxed -> items(tag, value, list, out);
      case SchemaType.MapOf map -> entries(tag, value, map, out);
      case SchemaType.ListOf _, SchemaType.Struct _, SchemaType.Scalar _, SchemaType.Anything _ ->
          value(tag, value, type, out);
    }
  }

  private void items(int tag, Json value, SchemaType.ListOf list, WireWriter out) {
    if (!(value instanceof Json.Arr(var items))) {
      throw unfit(value, "list");
    }
    var of = list.element().type();
    for (var item : items.reversed()) {
      value(tag, item, of, out);
    }
  }

  private void entries(int tag, Json value, SchemaType.MapOf map, WireWriter out) {
    var of = map.value().type();
    for (var entry : new ArrayList<>(object(value).fields().entrySet()).reversed()) {
      int before = out.length();
      value(MAP_VALUE, entry.getValue(), of, out);
      out.string(MAP_KEY, entry.getKey());
      out.message(tag, before);
    }
  }

  /**
   * Writes one value: lists and maps here are nested in others, and have a message of their own.
   */
  private void value(int tag, Json value, SchemaType type, WireWriter out) {
    int before = out.length();
    switch (type) {
      case SchemaType.Struct struct -> {
        write(value instanceof Json.Null ? Json.Obj.EMPTY : object(value), struct, out);
        out.message(tag, before);
      }
      case SchemaType.ListOf list -> {
        items(ITEMS, value, list, out);
        out.message(tag, before);
      }
      case SchemaType.MapOf map -> {
        entries(ITEMS, value, map, out);
        out.message(tag, before);
      }
      case SchemaType.Anything _ -> {
        out.bytes(1, value.bytes());
        out.message(tag, before);
      }
      case SchemaType.Scalar(var kind) -> scalar(tag, value, kind, out);
    }
  }

  private static void scalar(int tag, Json value, SchemaType.ScalarKind kind, WireWriter out) {
    switch (kind) {
      case STRING -> out.string(tag, text(value));
      case BYTES -> out.bytes(tag, Base64.getDecoder().decode(text(value)));
      case INTEGER, LONG -> out.varint(tag, whole(value));
      case BOOLEAN -> out.varint(tag, value instanceof Json.Bool(var truth) && truth ? 1 : 0);
      case QUANTITY -> quantity(tag, value, out);
      case INT_OR_STRING -> intOrString(tag, value, out);
      case TIME, MICRO_TIME -> time(tag, value, out);
      case NUMBER, DURATION -> throw unsupported(kind);
    }
  }

  /**
   * Returns the error for a kind that no table uses; a test fails when one does and is not handled
   * here.
   */
  static IllegalStateException unsupported(SchemaType.ScalarKind kind) {
    return new IllegalStateException(
        "No field of type (%s) is known in protocol buffers.".formatted(kind));
  }

  private static void quantity(int tag, Json value, WireWriter out) {
    int before = out.length();
    out.string(1, value instanceof Json.Num(var literal) ? literal : text(value));
    out.message(tag, before);
  }

  private static void intOrString(int tag, Json value, WireWriter out) {
    int before = out.length();
    boolean isText = value instanceof Json.Str;
    out.string(3, isText ? text(value) : "");
    out.varint(2, isText ? 0 : whole(value));
    out.varint(1, isText ? 1 : 0);
    out.message(tag, before);
  }

  private static void time(int tag, Json value, WireWriter out) {
    int before = out.length();
    if (!(value instanceof Json.Null)) {
      var time = WireTimes.parse(text(value)).orElseThrow(() -> unfit(value, "time"));
      out.varint(2, time.getNano());
      out.varint(1, time.getEpochSecond());
    }
    out.message(tag, before);
  }

  private static Json.Obj object(Json value) {
    if (value instanceof Json.Obj object) {
      return object;
    }
    throw unfit(value, "object");
  }

  private static String text(Json value) {
    return switch (value) {
      case Json.Str(var text) -> text;
      case Json.Null _ -> "";
      case Json.Obj _, Json.Arr _, Json.Num _, Json.Bool _ -> throw unfit(value, "string");
    };
  }

  private static long whole(Json value) {
    return switch (value) {
      case Json.Num(var literal) -> Long.parseLong(literal);
      case Json.Null _ -> 0;
      case Json.Obj _, Json.Arr _, Json.Str _, Json.Bool _ -> throw unfit(value, "integer");
    };
  }

  private static IllegalArgumentException unfit(Json value, String expected) {
    return new IllegalArgumentException(
        "A (%s) is where a (%s) must be; check the object before it is encoded."
            .formatted(value.getClass().getSimpleName(), expected));
  }
}
