package dev.dray.cel.value;

/** The names of upstream's Go types for values, as some of its messages show them. */
public final class GoTypes {
  private GoTypes() {}

  public static String nameOf(Value value) {
    return switch (value) {
      case Value.BoolValue _ -> "types.Bool";
      case Value.IntValue _ -> "types.Int";
      case Value.UintValue _ -> "types.Uint";
      case Value.DoubleValue _ -> "types.Double";
      case Value.StringValue _ -> "types.String";
      case Value.BytesValue _ -> "types.Bytes";
      case Value.NullValue _ -> "types.Null";
      case Value.DurationValue _ -> "types.Duration";
      case Value.TimestampValue _ -> "types.Timestamp";
      case Value.TypeValue _ -> "*types.Type";
      case ListValue _ -> "*types.baseList";
      case MapValue _ -> "*types.baseMap";
      case Value.OptionalValue _ -> "*types.Optional";
      case Value.QuantityValue(_, var origin) ->
          origin == Value.QuantityValue.Origin.READ ? "cel.Quantity" : "*cel.Quantity";
      case Value.SemverValue _ -> "cel.Semver";
      case Value.UrlValue _ -> "cel.URL";
      case Value.IpValue _ -> "cel.IP";
      case Value.CidrValue _ -> "cel.CIDR";
      case Value.FormatValue _ -> "cel.Format";
      case Value.MessageValue _ -> "*types.protoObj";
      case Value.ErrorValue _ -> "*types.Err";
    };
  }

  /** Returns the Go type of a value's content, as messages about results name it. */
  static String nativeNameOf(Value value) {
    return switch (value) {
      case Value.BoolValue _ -> "bool";
      case Value.IntValue _ -> "int64";
      case Value.UintValue _ -> "uint64";
      case Value.DoubleValue _ -> "float64";
      case Value.StringValue _, Value.TypeValue _ -> "string";
      case Value.BytesValue _ -> "[]uint8";
      case Value.NullValue _ -> "structpb.NullValue";
      case Value.DurationValue _ -> "time.Duration";
      case Value.TimestampValue _ -> "time.Time";
      case ListValue _ -> "[]ref.Val";
      case MapValue _ -> "map[ref.Val]ref.Val";
      case Value.OptionalValue(var inner) -> inner.map(GoTypes::nativeNameOf).orElse("<nil>");
      case Value.QuantityValue _ -> "*resource.Quantity";
      case Value.SemverValue _ -> "semver.Version";
      case Value.UrlValue _ -> "*url.URL";
      case Value.IpValue _ -> "netip.Addr";
      case Value.CidrValue _ -> "netip.Prefix";
      case Value.FormatValue _ -> "cel.Format";
      case Value.MessageValue _ -> "*emptypb.Empty";
      case Value.ErrorValue _ -> "*errors.errorString";
    };
  }
}
