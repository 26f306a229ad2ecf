package dev.dray.cel.cost;

import dev.dray.cel.frontend.Expr;
import dev.dray.cel.value.GoNumbers;
import dev.dray.cel.value.Type;
import dev.dray.cel.value.Value;
import java.util.List;
import java.util.Optional;

/**
 * The estimated costs of calls and the sizes of their results, for each function whose cost is not
 * 1.
 */
final class CallCosts {
  private static final double PER_CHARACTER = 0.1;
  private static final double PER_PATTERN_CHARACTER = 0.25;

  private final CostEstimate sizes;

  CallCosts(CostEstimate sizes) {
    this.sizes = sizes;
  }

  /**
   * An argument or target of a call: its expression, its path from a variable, and its size if
   * already known.
   */
  record Node(Path path, Type type, Optional<Expr> expr, Optional<CostRange> computedSize) {}

  record Priced(CostRange cost, Optional<CostRange> resultSize) {
    static Priced of(CostRange cost) {
      return new Priced(cost, Optional.empty());
    }

    static Priced of(CostRange cost, CostRange resultSize) {
      return new Priced(cost, Optional.of(resultSize));
    }

    Priced plus(CostRange more) {
      return new Priced(cost.plus(more), resultSize);
    }
  }

  /** A call about to be priced. */
  private record Site(
      Expr.Call call, String overload, Optional<Node> target, List<Node> arguments) {
    String function() {
      return call.function();
    }

    Node argument(int index) {
      return arguments.get(index);
    }

    boolean is(int count) {
      return arguments.size() == count;
    }

    boolean onTarget(int count) {
      return target.isPresent() && is(count);
    }
  }

  Priced price(
      Expr.Call call,
      String overload,
      Optional<Node> target,
      List<Node> arguments,
      List<CostRange> costs) {
    var site = new Site(call, overload, target, arguments);
    var all = costs.stream().reduce(CostRange.ZERO, CostRange::plus);
    return listFunction(site)
        .or(() -> kubernetesFunction(site))
        .map(priced -> priced.plus(all))
        .orElseGet(() -> standardFunction(site, costs, all));
  }

  private CostRange size(Node node) {
    return node.computedSize().or(() -> sizes.declaredSize(node.path())).orElse(CostRange.UNKNOWN);
  }

  private static CostRange computed(Node node) {
    return node.computedSize().orElse(CostRange.UNKNOWN);
  }

  private Optional<Priced> listFunction(Site site) {
    return switch (site.overload()) {
      case "list_slice" -> site.onTarget(2) ? Optional.of(slice(site)) : Optional.empty();
      case "list_flatten", "list_flatten_int" -> Optional.of(flatten(site));
      case "lists_range" ->
          Optional.of(
              allocating(1, CostRange.exactly(constant(site.argument(0), CostRange.UNBOUNDED))));
      case "list_reverse" -> Optional.of(allocating(1, size(site.target().orElseThrow())));
      case "list_distinct" -> Optional.of(quadratic(2, size(site.target().orElseThrow())));
      case "list_sets_contains_list", "list_sets_intersects_list" -> Optional.of(sets(site, 1));
      case "list_sets_equivalent_list" -> Optional.of(sets(site, 2));
      case String id when id.endsWith("_sort") ->
          Optional.of(sorting(id, size(site.target().orElseThrow())));
      case String id when id.endsWith("_sortByAssociatedKeys") ->
          Optional.of(sorting(id, size(site.argument(0))));
      default -> Optional.empty();
    };
  }

  private Priced slice(Site site) {
    var most = size(site.target().orElseThrow()).most();
    var start = constant(site.argument(0), 0);
    var end = constant(site.argument(1), most);
    return allocating(1, CostRange.exactly(end - start));
  }

  private Priced flatten(Site site) {
    var depth = site.is(1) ? constant(site.argument(0), CostRange.UNBOUNDED) : 1;
    return allocating(GoNumbers.asDouble(depth), size(site.target().orElseThrow()));
  }

  private static Priced sorting(String overload, CostRange size) {
    var text = overload.startsWith("list_string") || overload.startsWith("list_bytes");
    return quadratic(text ? 2 + PER_CHARACTER : 2, size);
  }

  private static Priced quadratic(double factor, CostRange size) {
    return allocating(factor, size.times(size));
  }

  private static Priced allocating(double factor, CostRange size) {
    return Priced.of(size.times(factor).plus(CostRange.exactly(11)), size);
  }

  private Priced sets(Site site, double factor) {
    var pairs = size(site.argument(0)).times(size(site.argument(1)));
    return Priced.of(pairs.times(factor).plus(CostRange.ONE));
  }

  /** Returns the number that an argument is a literal of, negative ones as zero. */
  private static long constant(Node node, long otherwise) {
    return node.expr().orElseThrow() instanceof Expr.Literal(_, Value.IntValue(var number))
        ? Math.max(0, number)
        : otherwise;
  }

  private Optional<Priced> kubernetesFunction(Site site) {
    return switch (site.function()) {
      case "check" -> Optional.of(Priced.of(CostRange.exactly(350_000)));
      case "serviceAccount",
          "path",
          "group",
          "resource",
          "subresource",
          "namespace",
          "name",
          "allowed",
          "reason",
          "error",
          "errored",
          "masked",
          "prefixLength",
          "family",
          "isUnspecified",
          "isLoopback",
          "isLinkLocalMulticast",
          "isLinkLocalUnicast",
          "isGlobalUnicast",
          "format.named",
          "sign",
          "asInteger",
          "isInteger",
          "asApproximateFloat",
          "isGreaterThan",
          "isLessThan",
          "compareTo",
          "add",
          "sub",
          "major",
          "minor",
          "patch",
          "getScheme",
          "getHostname",
          "getHost",
          "getPort",
          "getEscapedPath",
          "getQuery" ->
          Optional.of(Priced.of(CostRange.ONE));
      case "fieldSelector", "labelSelector" ->
          site.is(1) ? Optional.of(selector(size(site.argument(0)))) : Optional.empty();
      case "isSorted", "sum", "max", "min", "indexOf", "lastIndexOf", "includes" ->
          site.target().map(target -> traversal(site, target));
      case "url" -> site.is(1) ? Optional.of(scanned(size(site.argument(0)))) : Optional.empty();
      case "lowerAscii", "upperAscii", "substring", "trim" ->
          site.target().map(target -> scanned(size(target)));
      case "replace" -> site.target().map(target -> replace(site, size(target)));
      case "split" -> site.target().map(target -> split(site, size(target)));
      case "join" -> site.target().map(target -> join(site, target));
      case "find", "findAll" -> site.target().map(target -> find(site, size(target)));
      case "cidr", "isIP", "isCIDR", "quantity", "isQuantity", "semver", "isSemver" ->
          Optional.of(Priced.of(characters(site.argument(0))));
      case "ip" ->
          Optional.of(
              Priced.of(
                  site.overload().equals("cidr_ip")
                      ? CostRange.ONE
                      : characters(site.argument(0))));
      case "ip.isCanonical" ->
          Optional.of(Priced.of(size(site.argument(0)).times(2 * PER_CHARACTER)));
      case "containsIP" -> Optional.of(Priced.of(containsIp(site)));
      case "containsCIDR" -> Optional.of(Priced.of(containsCidr(site)));
      case "validate" ->
          Optional.of(Priced.of(characters(site.argument(0)).times(128 * PER_PATTERN_CHARACTER)));
      case "_==_" -> equality(site);
      default -> Optional.empty();
    };
  }

  private CostRange characters(Node node) {
    return size(node).times(PER_CHARACTER);
  }

  private static Priced scanned(CostRange size) {
    return Priced.of(size.times(PER_CHARACTER), size);
  }

  private static Priced selector(CostRange length) {
    var requirements = length.times(0.5).times(50.0);
    return Priced.of(CostRange.exactly(10).plus(length.times(PER_CHARACTER)).plus(requirements));
  }

  private Priced traversal(Site site, Node target) {
    var element = element(target);
    if (element.isEmpty()) {
      var size = size(target);
      var list = site.function().equals("includes");
      return Priced.of(list ? size : size.times(PER_CHARACTER));
    }
    var each = CostRange.ONE;
    switch (element.get().type().kind()) {
      case STRING, BYTES -> each = each.plus(characters(element.get()));
      default -> {}
    }
    return Priced.of(size(target).times(each));
  }

  /** Returns a node for an element of a list or a key of a map, as far as type and path tell. */
  private static Optional<Node> element(Node container) {
    if (container.type().parameters().isEmpty()) {
      return Optional.empty();
    }
    var path =
        container.path().isNowhere()
            ? Path.NOWHERE
            : container.path().copyThen(DeclaredSizes.ITEMS);
    return Optional.of(
        new Node(path, container.type().parameter(0), Optional.empty(), Optional.empty()));
  }

  private Priced replace(Site site, CostRange size) {
    var cost = size.times(2 * PER_CHARACTER);
    return Priced.of(cost, Replacement.size(size, size(site.argument(0)), size(site.argument(1))));
  }

  private static Priced split(Site site, CostRange size) {
    var parts =
        site.arguments().size() > 1
                && site.argument(1).expr().orElseThrow()
                    instanceof Expr.Literal(_, Value.IntValue(var limit))
            ? limit
            : size.most();
    return Priced.of(size.times(2 * PER_CHARACTER), new CostRange(0, parts));
  }

  private Priced join(Site site, Node target) {
    var count = size(target);
    var size = element(target).map(this::size).map(count::times).orElse(CostRange.ZERO);
    if (!site.arguments().isEmpty()) {
      var gaps = new CostRange(before(count.least()), before(count.most()));
      size = size.plus(size(site.argument(0)).times(gaps));
    }
    return scanned(size);
  }

  private static long before(long unsigned) {
    return unsigned == 0 ? 0 : unsigned - 1;
  }

  private Priced find(Site site, CostRange size) {
    return Priced.of(matching(size, size(site.argument(0))), new CostRange(0, size.most()));
  }

  /**
   * Returns the cost of matching; one character is added, as a pattern costs even on an empty
   * string.
   */
  private static CostRange matching(CostRange text, CostRange pattern) {
    return text.plus(CostRange.ONE)
        .times(PER_CHARACTER)
        .times(pattern.times(PER_PATTERN_CHARACTER));
  }

  private CostRange containsIp(Site site) {
    var addresses = new CostRange(4, 16);
    var cost = addresses.plus(addresses).times(PER_CHARACTER);
    return site.overload().equals("cidr_contains_ip_string")
        ? cost.plus(characters(site.argument(0)))
        : cost;
  }

  private CostRange containsCidr(Site site) {
    var addresses = new CostRange(4, 16);
    var cost =
        addresses
            .plus(addresses)
            .times(PER_CHARACTER)
            .plus(addresses.times(PER_CHARACTER))
            .plus(CostRange.ONE);
    return site.overload().equals("cidr_contains_cidr_string")
        ? cost.plus(characters(site.argument(0)))
        : cost;
  }

  /**
   * Returns the cost of comparing two values of one Kubernetes type, which is one step; {@code !=}
   * is not as cheap.
   */
  private static Optional<Priced> equality(Site site) {
    var left = site.argument(0).type();
    if (!left.equals(site.argument(1).type())) {
      return Optional.empty();
    }
    return switch (left.name()) {
      case "net.IP",
          "net.CIDR",
          "kubernetes.Quantity",
          "kubernetes.Semver",
          "kubernetes.authorization.Authorizer",
          "kubernetes.authorization.PathCheck",
          "kubernetes.authorization.GroupCheck",
          "kubernetes.authorization.ResourceCheck",
          "kubernetes.authorization.Decision" ->
          Optional.of(Priced.of(CostRange.ONE));
      case "kubernetes.NamedFormat" ->
          Optional.of(Priced.of(new CostRange(1, 64).times(PER_CHARACTER)));
      case "kubernetes.URL" ->
          Optional.of(
              Priced.of(
                  new CostRange(1, site.argument(1).computedSize().map(CostRange::most).orElse(1L))
                      .times(PER_CHARACTER)));
      default -> Optional.empty();
    };
  }

  private Priced standardFunction(Site site, List<CostRange> costs, CostRange all) {
    return switch (site.overload()) {
      case "logical_and", "logical_or" ->
          Priced.of(new CostRange(costs.get(0).least(), costs.get(0).plus(costs.get(1)).most()));
      case "conditional" -> conditional(site, costs);
      default -> standardFunction(site).plus(all);
    };
  }

  private Priced conditional(Site site, List<CostRange> costs) {
    var then = site.argument(1);
    var otherwise = site.argument(2);
    entriesOf(then, otherwise).ifPresent(known -> sizes.recordEntries(site.call(), known));
    return Priced.of(
        costs.get(0).plus(costs.get(1).union(costs.get(2))),
        computed(then).union(computed(otherwise)));
  }

  private Optional<CostEstimate.Entries> entriesOf(Node left, Node right) {
    var first = left.expr().flatMap(sizes::entries);
    var second = right.expr().flatMap(sizes::entries);
    return first.isPresent() && second.isPresent()
        ? Optional.of(first.get().union(second.get()))
        : Optional.empty();
  }

  private Priced standardFunction(Site site) {
    return switch (site.overload()) {
      case "string_format" -> Priced.of(computed(site.target().orElseThrow()).times(PER_CHARACTER));
      case "string_to_bytes" -> {
        var size = computed(site.argument(0));
        yield Priced.of(size.times(PER_CHARACTER), new CostRange(size.least(), size.most() * 4));
      }
      case "bytes_to_string" -> {
        var size = computed(site.argument(0));
        yield Priced.of(
            size.times(PER_CHARACTER),
            new CostRange(Long.divideUnsigned(size.least(), 4), size.most()));
      }
      case "strings_quote" -> {
        var size = computed(site.argument(0));
        yield Priced.of(
            size.times(PER_CHARACTER), new CostRange(size.least() + 2, size.most() * 2 + 2));
      }
      case "starts_with_string", "ends_with_string" ->
          Priced.of(computed(site.argument(0)).times(PER_CHARACTER));
      case "in_list" -> Priced.of(computed(site.argument(1)).times(1.0));
      case "matches_string" ->
          Priced.of(matching(computed(site.target().orElseThrow()), computed(site.argument(0))));
      case "matches" -> Priced.of(matching(computed(site.argument(0)), computed(site.argument(1))));
      case "contains_string" ->
          Priced.of(
              computed(site.target().orElseThrow())
                  .times(PER_CHARACTER)
                  .times(computed(site.argument(0)).times(PER_CHARACTER)));
      case "add_string", "add_bytes", "add_list" -> concatenation(site);
      case "less_string",
          "greater_string",
          "less_equals_string",
          "greater_equals_string",
          "less_bytes",
          "greater_bytes",
          "less_equals_bytes",
          "greater_equals_bytes",
          "equals",
          "not_equals" ->
          Priced.of(comparison(computed(site.argument(0)), computed(site.argument(1))));
      default -> Priced.of(CostRange.ONE);
    };
  }

  private Priced concatenation(Site site) {
    var size = computed(site.argument(0)).plus(computed(site.argument(1)));
    entriesOf(site.argument(0), site.argument(1))
        .ifPresent(known -> sizes.recordEntries(site.call(), known));
    return site.overload().equals("add_list")
        ? Priced.of(CostRange.ONE, size)
        : Priced.of(size.times(PER_CHARACTER), size);
  }

  private static CostRange comparison(CostRange left, CostRange right) {
    var most = Long.compareUnsigned(right.most(), left.most()) < 0 ? right.most() : left.most();
    return new CostRange(most == 0 ? 0 : 1, most).times(PER_CHARACTER);
  }
}
