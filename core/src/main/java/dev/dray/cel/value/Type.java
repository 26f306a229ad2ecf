package dev.dray.cel.value;

import static java.util.stream.Collectors.joining;

import java.util.List;

/** The static type of an expression. */
public record Type(Kind kind, String name, List<Type> parameters) {
  public enum Kind {
    ANY,
    BOOL,
    BYTES,
    DOUBLE,
    DURATION,
    DYN,
    ERROR,
    INT,
    LIST,
    MAP,
    NULL,
    OPAQUE,
    STRING,
    STRUCT,
    TIMESTAMP,
    TYPE,
    TYPE_PARAM,
    UINT
  }

  public static final Type ANY = simple(Kind.ANY, "google.protobuf.Any");
  public static final Type BOOL = simple(Kind.BOOL, "bool");
  public static final Type BYTES = simple(Kind.BYTES, "bytes");
  public static final Type DOUBLE = simple(Kind.DOUBLE, "double");
  public static final Type DURATION = simple(Kind.DURATION, "google.protobuf.Duration");
  public static final Type DYN = simple(Kind.DYN, "dyn");
  public static final Type ERROR = simple(Kind.ERROR, "!error!");
  public static final Type INT = simple(Kind.INT, "int");
  public static final Type NULL = simple(Kind.NULL, "null_type");
  public static final Type STRING = simple(Kind.STRING, "string");
  public static final Type TIMESTAMP = simple(Kind.TIMESTAMP, "google.protobuf.Timestamp");
  public static final Type UINT = simple(Kind.UINT, "uint");

  private static final String OPTIONAL = "optional_type";
  private static final String WRAPPER = "wrapper(";

  public Type {
    parameters = List.copyOf(parameters);
  }

  private static Type simple(Kind kind, String name) {
    return new Type(kind, name, List.of());
  }

  public static Type list(Type element) {
    return new Type(Kind.LIST, "list", List.of(element));
  }

  public static Type map(Type key, Type value) {
    return new Type(Kind.MAP, "map", List.of(key, value));
  }

  public static Type optional(Type value) {
    return new Type(Kind.OPAQUE, OPTIONAL, List.of(value));
  }

  /** Returns the type of a type. */
  public static Type type(Type of) {
    return new Type(Kind.TYPE, "type", List.of(of));
  }

  public static Type struct(String name) {
    return simple(Kind.STRUCT, name);
  }

  public static Type opaque(String name) {
    return simple(Kind.OPAQUE, name);
  }

  /** Returns a type variable of a signature. */
  public static Type variable(String name) {
    return simple(Kind.TYPE_PARAM, name);
  }

  /** Returns the type of a message that wraps a scalar and may be null. */
  public static Type wrapper(Type scalar) {
    return simple(scalar.kind, WRAPPER + scalar.name + ")");
  }

  public boolean isOptional() {
    return name.equals(OPTIONAL);
  }

  /** Returns whether both types are the same; a wrapper counts as the type it wraps. */
  public boolean isExactly(Type other) {
    if (kind != other.kind || parameters.size() != other.parameters.size()) {
      return false;
    }
    for (var at = 0; at < parameters.size(); at++) {
      if (!parameter(at).isExactly(other.parameter(at))) {
        return false;
      }
    }
    return unwrappedName().equals(other.unwrappedName());
  }

  private String unwrappedName() {
    return name.startsWith(WRAPPER) ? name.substring(WRAPPER.length(), name.length() - 1) : name;
  }

  public Type parameter(int index) {
    return parameters.get(index);
  }

  /**
   * Returns the type as messages of the type checker write it; {@link #toString} differs for
   * well-known types.
   */
  public String inMessages() {
    return switch (kind) {
      case ANY -> "any";
      case DURATION -> "duration";
      case TIMESTAMP -> "timestamp";
      case NULL -> "null";
      case BOOL, BYTES, DOUBLE, DYN, ERROR, INT, STRING, STRUCT, TYPE_PARAM, UINT -> name;
      case LIST, MAP, OPAQUE, TYPE ->
          parameters.isEmpty()
              ? name
              : parameters.stream().map(Type::inMessages).collect(joining(", ", name + "(", ")"));
    };
  }

  @Override
  public String toString() {
    return parameters.isEmpty()
        ? name
        : parameters.stream().map(Type::toString).collect(joining(", ", name + "(", ")"));
  }
}
