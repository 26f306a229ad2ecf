package dev.dray.bench;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableList;
import dev.cel.bundle.Cel;
import dev.cel.bundle.CelFactory;
import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.SimpleType;
import dev.cel.extensions.CelExtensions;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelVariableResolver;
import dev.cel.runtime.Program;
import dev.dray.api.meta.Quantity;
import dev.dray.api.meta.SemanticVersion;
import java.util.Optional;

/**
 * A selector evaluated by dev.cel, with its newer and faster runtime.
 *
 * <p>Of Kubernetes' functions it has those that the selectors here use, over the same classes of
 * quantities and versions.
 */
final class LibrarySelector {
  private static final Cel CEL = environment();

  private final Program program;

  private LibrarySelector(Program program) {
    this.program = program;
  }

  /** The types of this environment: the one that has fields. */
  private static final class Types implements CelTypeProvider {
    @Override
    public ImmutableCollection<CelType> types() {
      return ImmutableList.of(LibraryDevice.TYPE);
    }

    @Override
    public Optional<CelType> findType(String name) {
      return name.equals(LibraryDevice.TYPE.name())
          ? Optional.of(LibraryDevice.TYPE)
          : Optional.empty();
    }
  }

  static LibrarySelector compile(String text) {
    try {
      return new LibrarySelector(CEL.createProgram(CEL.compile(text).getAst()));
    } catch (CelValidationException | CelEvaluationException e) {
      throw new IllegalArgumentException("dev.cel does not compile (%s).".formatted(text), e);
    }
  }

  boolean test(LibraryDevice device) {
    CelVariableResolver variables =
        name -> name.equals("device") ? Optional.of(device) : Optional.empty();
    try {
      return (boolean) program.eval(variables);
    } catch (CelEvaluationException e) {
      throw new IllegalStateException("dev.cel does not evaluate its expression.", e);
    }
  }

  private static Cel environment() {
    return CelFactory.plannerCelBuilder()
        .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
        .addCompilerLibraries(CelExtensions.optional())
        .addRuntimeLibraries(CelExtensions.optional())
        .setTypeProvider(new Types())
        .addVar("device", LibraryDevice.TYPE)
        .addFunctionDeclarations(
            CelFunctionDecl.newFunctionDeclaration(
                "quantity",
                CelOverloadDecl.newGlobalOverload(
                    "string_to_quantity", LibraryDevice.QUANTITY, SimpleType.STRING)),
            CelFunctionDecl.newFunctionDeclaration(
                "semver",
                CelOverloadDecl.newGlobalOverload(
                    "string_to_semver", LibraryDevice.SEMVER, SimpleType.STRING)),
            CelFunctionDecl.newFunctionDeclaration(
                "compareTo",
                comparing("quantity_compare_to", LibraryDevice.QUANTITY),
                comparing("semver_compare_to", LibraryDevice.SEMVER)))
        .addFunctionBindings(
            CelFunctionBinding.fromOverloads(
                "quantity",
                CelFunctionBinding.from("string_to_quantity", String.class, Quantity::parse)))
        .addFunctionBindings(
            CelFunctionBinding.fromOverloads(
                "semver",
                CelFunctionBinding.from("string_to_semver", String.class, SemanticVersion::parse)))
        .addFunctionBindings(
            CelFunctionBinding.fromOverloads(
                "compareTo",
                CelFunctionBinding.from(
                    "quantity_compare_to",
                    Quantity.class,
                    Quantity.class,
                    (one, other) -> (long) one.compareTo(other)),
                CelFunctionBinding.from(
                    "semver_compare_to",
                    SemanticVersion.class,
                    SemanticVersion.class,
                    (one, other) -> (long) one.compareTo(other))))
        .build();
  }

  private static CelOverloadDecl comparing(String overload, CelType type) {
    return CelOverloadDecl.newMemberOverload(overload, SimpleType.INT, type, type);
  }
}
