package dev.dray.schema;

/** The protobuf wire types that Kubernetes uses. */
final class WireTypes {
  static final int VARINT = 0;
  static final int FIXED_64 = 1;
  static final int BYTES = 2;
  static final int FIXED_32 = 5;

  private WireTypes() {}
}
