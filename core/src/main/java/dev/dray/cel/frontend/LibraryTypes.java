package dev.dray.cel.frontend;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.NullableType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import dev.cel.common.types.StructTypeReference;
import dev.cel.common.types.TypeParamType;
import dev.cel.common.types.TypeType;
import dev.dray.cel.value.Struct;
import dev.dray.cel.value.Type;
import java.util.List;
import java.util.Optional;

/** Conversions between Dray's types and the library's. */
final class LibraryTypes {
  private LibraryTypes() {}

  static CelType toLibrary(Type type) {
    return switch (type.kind()) {
      case ANY -> SimpleType.ANY;
      case BOOL -> SimpleType.BOOL;
      case BYTES -> SimpleType.BYTES;
      case DOUBLE -> SimpleType.DOUBLE;
      case DURATION -> SimpleType.DURATION;
      case DYN -> SimpleType.DYN;
      case ERROR -> SimpleType.ERROR;
      case INT -> SimpleType.INT;
      case NULL -> SimpleType.NULL_TYPE;
      case STRING -> SimpleType.STRING;
      case TIMESTAMP -> SimpleType.TIMESTAMP;
      case UINT -> SimpleType.UINT;
      case LIST -> ListType.create(toLibrary(type.parameter(0)));
      case MAP -> MapType.create(toLibrary(type.parameter(0)), toLibrary(type.parameter(1)));
      case STRUCT -> StructTypeReference.create(type.name());
      case TYPE -> TypeType.create(toLibrary(type.parameter(0)));
      case TYPE_PARAM -> TypeParamType.create(type.name());
      case OPAQUE ->
          type.isOptional()
              ? OptionalType.create(toLibrary(type.parameter(0)))
              : OpaqueType.create(type.name(), toLibrary(type.parameters()));
    };
  }

  static ImmutableList<CelType> toLibrary(List<Type> types) {
    return types.stream().map(LibraryTypes::toLibrary).collect(ImmutableList.toImmutableList());
  }

  static Type fromLibrary(CelType type) {
    if (type instanceof NullableType nullable) {
      return Type.wrapper(fromLibrary(nullable.targetType()));
    }
    return switch (type.kind()) {
      case ANY -> Type.ANY;
      case BOOL -> Type.BOOL;
      case BYTES -> Type.BYTES;
      case DOUBLE -> Type.DOUBLE;
      case DURATION -> Type.DURATION;
      case DYN, TYPE_PARAM -> Type.DYN;
      case INT -> Type.INT;
      case NULL_TYPE -> Type.NULL;
      case STRING -> Type.STRING;
      case TIMESTAMP -> Type.TIMESTAMP;
      case UINT -> Type.UINT;
      case STRUCT -> Type.struct(type.name());
      case LIST, MAP, OPAQUE, TYPE -> fromLibrary(type.kind(), type);
      case ERROR, UNSPECIFIED ->
          throw new IllegalArgumentException("No value has the type (%s).".formatted(type));
    };
  }

  private static Type fromLibrary(CelKind kind, CelType type) {
    var parameters = type.parameters().stream().map(LibraryTypes::fromLibrary).toList();
    return switch (kind) {
      case LIST -> Type.list(parameters.get(0));
      case MAP -> Type.map(parameters.get(0), parameters.get(1));
      case TYPE -> new Type(Type.Kind.TYPE, "type", parameters);
      default -> new Type(Type.Kind.OPAQUE, type.name(), parameters);
    };
  }

  /** Returns a provider by which the checker finds the fields of Dray's structs. */
  static CelTypeProvider provider(List<Struct> structs) {
    var types =
        structs.stream().map(LibraryTypes::toLibrary).collect(ImmutableList.toImmutableList());
    return new CelTypeProvider() {
      @Override
      public ImmutableCollection<CelType> types() {
        return ImmutableList.copyOf(types);
      }

      @Override
      public Optional<CelType> findType(String name) {
        return types.stream().filter(type -> type.name().equals(name)).findFirst();
      }
    };
  }

  private static CelType toLibrary(Struct struct) {
    var fields = ImmutableMap.<String, CelType>builder();
    struct.fields().forEach((name, type) -> fields.put(name, toLibrary(type)));
    var types = fields.buildOrThrow();
    return StructType.create(
        struct.name(), types.keySet(), field -> Optional.ofNullable(types.get(field)));
  }
}
