package dev.dray.cel.function;

import dev.dray.cel.value.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One overload of a function, read from a line such as {@code string_trim string.trim() -> string}.
 *
 * <p>The text before the last dot is the receiver if it is a type, else part of the name. A single
 * capital letter is a type variable.
 */
public record Signature(
    String id, String function, Style style, List<Type> parameters, Type result) {
  public enum Style {
    GLOBAL,
    MEMBER
  }

  private static final Map<String, Type> NAMED =
      Map.ofEntries(
          Map.entry("bool", Type.BOOL),
          Map.entry("bytes", Type.BYTES),
          Map.entry("double", Type.DOUBLE),
          Map.entry("duration", Type.DURATION),
          Map.entry("dyn", Type.DYN),
          Map.entry("int", Type.INT),
          Map.entry("string", Type.STRING),
          Map.entry("timestamp", Type.TIMESTAMP),
          Map.entry("uint", Type.UINT),
          Map.entry("IP", Type.opaque("net.IP")),
          Map.entry("CIDR", Type.opaque("net.CIDR")),
          Map.entry("Quantity", Type.struct("kubernetes.Quantity")),
          Map.entry("Semver", Type.struct("kubernetes.Semver")),
          Map.entry("URL", Type.struct("kubernetes.URL")),
          Map.entry("NamedFormat", Type.struct("kubernetes.NamedFormat")),
          Map.entry("Authorizer", Type.struct("kubernetes.authorization.Authorizer")),
          Map.entry("PathCheck", Type.struct("kubernetes.authorization.PathCheck")),
          Map.entry("GroupCheck", Type.struct("kubernetes.authorization.GroupCheck")),
          Map.entry("ResourceCheck", Type.struct("kubernetes.authorization.ResourceCheck")),
          Map.entry("Decision", Type.struct("kubernetes.authorization.Decision")));

  public Signature {
    parameters = List.copyOf(parameters);
  }

  public static List<Signature> table(String lines) {
    return lines.lines().filter(line -> !line.isBlank()).map(Signature::of).toList();
  }

  static Signature of(String line) {
    var space = line.indexOf(' ');
    var arrow = line.lastIndexOf(" -> ");
    var call = line.substring(space, arrow).strip();
    var open = openingOf(call);
    var head = call.substring(0, open);
    var arguments = types(call.substring(open + 1, call.length() - 1));
    var result = type(line.substring(arrow + 4).strip());
    var dot = head.lastIndexOf('.');
    if (dot > 0 && isType(head.substring(0, dot))) {
      arguments.addFirst(type(head.substring(0, dot)));
      return new Signature(
          line.substring(0, space), head.substring(dot + 1), Style.MEMBER, arguments, result);
    }
    return new Signature(line.substring(0, space), head, Style.GLOBAL, arguments, result);
  }

  /** Returns the place where the last group of brackets opens. */
  private static int openingOf(String text) {
    var depth = 0;
    for (var at = text.length() - 1; at >= 0; at--) {
      if (text.charAt(at) == ')') {
        depth++;
      } else if (text.charAt(at) == '(' && --depth == 0) {
        return at;
      }
    }
    throw new IllegalArgumentException("The signature (%s) has no parameters.".formatted(text));
  }

  private static boolean isType(String text) {
    return NAMED.containsKey(text) || text.endsWith(")");
  }

  static Type type(String text) {
    var open = text.indexOf('(');
    if (open > 0) {
      var inner = types(text.substring(open + 1, text.length() - 1));
      return switch (text.substring(0, open)) {
        case "list" -> Type.list(inner.get(0));
        case "map" -> Type.map(inner.get(0), inner.get(1));
        case "optional" -> Type.optional(inner.get(0));
        case "type" -> Type.type(inner.get(0));
        default -> throw new IllegalArgumentException("No such type (%s).".formatted(text));
      };
    }
    if (text.length() == 1) {
      return Type.variable(text);
    }
    var named = NAMED.get(text);
    if (named == null) {
      throw new IllegalArgumentException("No such type (%s).".formatted(text));
    }
    return named;
  }

  private static List<Type> types(String text) {
    var types = new ArrayList<Type>();
    var depth = 0;
    var start = 0;
    for (var at = 0; at <= text.length(); at++) {
      var end = at == text.length();
      if (end || (depth == 0 && text.charAt(at) == ',')) {
        if (at > start) {
          types.add(type(text.substring(start, at).strip()));
        }
        start = at + 1;
      } else if (text.charAt(at) == '(') {
        depth++;
      } else if (text.charAt(at) == ')') {
        depth--;
      }
    }
    return types;
  }
}
