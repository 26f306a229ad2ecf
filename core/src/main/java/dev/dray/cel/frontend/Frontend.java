package dev.dray.cel.frontend;

import com.google.protobuf.AnyProto;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DurationProto;
import com.google.protobuf.EmptyProto;
import com.google.protobuf.StructProto;
import com.google.protobuf.TimestampProto;
import com.google.protobuf.WrappersProto;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOptions;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.CelValidationException;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerFactory;
import dev.dray.cel.function.Signature;
import dev.dray.cel.value.Struct;
import dev.dray.cel.value.Type;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The parser and type checker: the one place where the library does its work. */
public final class Frontend {
  private static final int DEEPEST = 250;
  private static final int LONGEST = 100_000;

  /**
   * The most nodes of an expression. Upstream has no such bound, but macros that copy their target
   * can grow an expression exponentially, and one of this size costs more than an evaluation may
   * spend.
   */
  private static final int MOST_NODES = 100_000;

  /** Protobuf messages that expressions may create wherever CEL is used. */
  private static final List<FileDescriptor> WELL_KNOWN =
      List.of(
          AnyProto.getDescriptor(),
          DurationProto.getDescriptor(),
          EmptyProto.getDescriptor(),
          StructProto.getDescriptor(),
          TimestampProto.getDescriptor(),
          WrappersProto.getDescriptor());

  /** Types that have a name in expressions, to compare with {@code type(x)}. */
  public static final SortedMap<String, Type> NAMED_TYPES = namedTypes();

  private final CelCompiler compiler;
  private final Set<String> globals;

  public Frontend(List<Signature> functions, List<Struct> structs, Map<String, Type> variables) {
    var builder =
        CelCompilerFactory.standardCelCompilerBuilder()
            .setStandardEnvironmentEnabled(false)
            .setOptions(
                CelOptions.current()
                    .enableReservedIds(true)
                    .enableOptionalSyntax(true)
                    .enableQuotedIdentifierSyntax(true)
                    .enableHiddenAccumulatorVar(true)
                    .enableHeterogeneousNumericComparisons(true)
                    .retainRepeatedUnaryOperators(false)
                    .populateMacroCalls(false)
                    .maxParseRecursionDepth(DEEPEST)
                    .maxExpressionCodePointSize(LONGEST)
                    .maxParseExpressionNodeCount(MOST_NODES)
                    .build())
            .setTypeProvider(LibraryTypes.provider(structs))
            .addMacros(Macros.ALL)
            .addFunctionDeclarations(declarations(functions))
            .addFileTypes(WELL_KNOWN);
    variables.forEach((name, type) -> builder.addVar(name, LibraryTypes.toLibrary(type)));
    NAMED_TYPES.forEach(
        (name, type) -> builder.addVar(name, LibraryTypes.toLibrary(Type.type(type))));
    this.compiler = builder.build();
    this.globals =
        Stream.of(variables.keySet(), NAMED_TYPES.keySet(), Set.of("google", "net"))
            .flatMap(Set::stream)
            .collect(Collectors.toUnmodifiableSet());
  }

  private static SortedMap<String, Type> namedTypes() {
    var types = new TreeMap<String, Type>();
    Stream.of(
            Type.BOOL,
            Type.BYTES,
            Type.DOUBLE,
            Type.INT,
            Type.NULL,
            Type.STRING,
            Type.UINT,
            Type.list(Type.DYN),
            Type.map(Type.DYN, Type.DYN),
            Type.optional(Type.DYN),
            Type.type(Type.DYN),
            Type.opaque("net.IP"),
            Type.opaque("net.CIDR"))
        .forEach(type -> types.put(type.name(), type));
    return Collections.unmodifiableSortedMap(types);
  }

  private static List<CelFunctionDecl> declarations(List<Signature> functions) {
    var overloads = new LinkedHashMap<String, List<CelOverloadDecl>>();
    for (var signature : functions) {
      overloads
          .computeIfAbsent(signature.function(), _ -> new ArrayList<>())
          .add(declaration(signature));
    }
    return overloads.entrySet().stream()
        .map(entry -> CelFunctionDecl.newFunctionDeclaration(entry.getKey(), entry.getValue()))
        .toList();
  }

  private static CelOverloadDecl declaration(Signature signature) {
    var result = LibraryTypes.toLibrary(signature.result());
    var parameters = LibraryTypes.toLibrary(signature.parameters());
    return switch (signature.style()) {
      case GLOBAL -> CelOverloadDecl.newGlobalOverload(signature.id(), result, parameters);
      case MEMBER -> CelOverloadDecl.newMemberOverload(signature.id(), result, parameters);
    };
  }

  /** The library's tree of an expression, or the mistakes in it. */
  public sealed interface Reading {
    record Read(CelAbstractSyntaxTree tree) implements Reading {}

    record Wrong(List<Issue> issues) implements Reading {}
  }

  public Reading read(String text) {
    try {
      var parsed = compiler.parse(text);
      if (parsed.hasError()) {
        return new Reading.Wrong(Wording.ofParser(text, parsed.getErrors()));
      }
      return check(new ParsedExpression(text, parsed.getAst()));
    } catch (CelValidationException e) {
      throw new IllegalStateException("No errors, and no tree for (%s).".formatted(text), e);
    } catch (StackOverflowError _) {
      return new Reading.Wrong(List.of(Wording.stackOverflow()));
    }
  }

  private Reading check(ParsedExpression parsedExpression) throws CelValidationException {
    var infinite = parsedExpression.infinities();
    if (!infinite.isEmpty()) {
      return new Reading.Wrong(infinite);
    }
    var checked = compiler.check(parsedExpression.tree());
    if (checked.hasError()) {
      return new Reading.Wrong(Wording.ofChecker(parsedExpression, checked.getErrors()));
    }
    var tree = checked.getAst();
    var locals = parsedExpression.withTree(tree).locals(name -> !globals.contains(name));
    return locals.isEmpty() ? new Reading.Read(tree) : new Reading.Wrong(locals);
  }
}
