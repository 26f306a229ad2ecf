package dev.dray.cel.value;

import java.util.List;

/** The types of values at run time, which say nothing about members of lists and maps. */
public final class RuntimeTypes {
  static final Type LIST = Type.list(Type.DYN);
  static final Type MAP = Type.map(Type.DYN, Type.DYN);
  static final Type OPTIONAL = Type.optional(Type.DYN);
  static final Type TYPE = new Type(Type.Kind.TYPE, "type", List.of());
  static final Type QUANTITY = Type.struct("kubernetes.Quantity");
  static final Type SEMVER = Type.struct("kubernetes.Semver");
  static final Type URL = Type.struct("kubernetes.URL");
  static final Type NAMED_FORMAT = Type.struct("kubernetes.NamedFormat");
  static final Type IP = Type.opaque("net.IP");
  static final Type CIDR = Type.opaque("net.CIDR");

  private RuntimeTypes() {}

  /**
   * Returns whether an overload with this parameter type takes the value. Only the first member of
   * a list or map is checked.
   */
  public static boolean fits(Type wanted, Value value) {
    return switch (wanted.kind()) {
      case DYN, ANY, TYPE_PARAM -> !(value instanceof Value.ErrorValue);
      case LIST -> value instanceof ListValue list && fitsList(wanted, list);
      case MAP -> value instanceof MapValue map && fitsMap(wanted, map);
      case STRUCT, OPAQUE -> value.type().name().equals(wanted.name());
      case BOOL, BYTES, DOUBLE, DURATION, ERROR, INT, NULL, STRING, TIMESTAMP, TYPE, UINT ->
          value.type().kind() == wanted.kind();
    };
  }

  private static boolean fitsList(Type wanted, ListValue list) {
    return list.size() == 0 || fits(wanted.parameter(0), list.get(0));
  }

  private static boolean fitsMap(Type wanted, MapValue map) {
    if (map.size() == 0) {
      return true;
    }
    var key = map.keys().iterator().next();
    var value = map.entry(key);
    return fits(wanted.parameter(0), key) && value != null && fits(wanted.parameter(1), value);
  }
}
