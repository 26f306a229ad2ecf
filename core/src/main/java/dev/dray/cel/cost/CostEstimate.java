package dev.dray.cel.cost;

import dev.dray.cel.cost.CallCosts.Node;
import dev.dray.cel.frontend.Expr;
import dev.dray.cel.frontend.Macros;
import dev.dray.cel.value.Type;
import dev.dray.cel.value.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The worst-case cost of an expression, estimated before any value is known.
 *
 * <p>The estimate walks the expression once. It prices every node from the prices of its parts and
 * from how large the values below it can be, each as a {@link CostRange} of the least and the most:
 *
 * <ul>
 *   <li>a literal is free, a variable costs 1, and so does selecting from a map or struct;
 *   <li>a list literal costs 10, a map literal 30 and a message literal 40, plus their parts;
 *   <li>a call is priced by {@link CallCosts}, and by the range over all overloads if the types
 *       leave more than one;
 *   <li>a comprehension costs its condition and step once for each element of its range.
 * </ul>
 *
 * <pre>{@code
 * device.attributes["gpu.example.com"].exists(k, k.startsWith("m"))
 *
 * range   path device, attributes, @values; DeclaredSizes says how many entries that has
 * k       path device, attributes, @values, @keys; DeclaredSizes says how long a key is
 * cost    range + initial + entries x (condition + step) + result
 * }</pre>
 *
 * <p>So sizes decide the cost. The size of a value comes from the first of these that knows it:
 *
 * <ol>
 *   <li>the node that built it: the result of a call, or of a comprehension;
 *   <li>the literal that it is;
 *   <li>the declaration of its {@link Path} from a variable, by {@link DeclaredSizes};
 *   <li>its type, since a number, bool, duration or timestamp has size 1;
 *   <li>the value that a comprehension or {@code cel.bind} bound to its name.
 * </ol>
 *
 * <p>A size that none of them knows is unbounded, and so is the cost that depends on it. Sums and
 * products stop at 2^64 - 1 instead of overflowing.
 *
 * <p>The numbers must be those of upstream, since API servers refuse expressions by them. That
 * includes upstream's slips, one of which {@link Path} describes. {@link RuntimeCost} charges for
 * what is really evaluated; its rules differ a little from these.
 */
public final class CostEstimate {
  private final DeclaredSizes declared;
  private final CallCosts calls = new CallCosts(this);
  private final Map<Long, CostRange> sizes = new HashMap<>();
  private final Map<Long, Entries> entries = new HashMap<>();
  private final Map<Long, Path> paths = new HashMap<>();
  private final Map<String, Deque<Local>> locals = new HashMap<>();

  private CostEstimate(DeclaredSizes declared) {
    this.declared = declared;
  }

  /** Returns the most that the expression can cost, as an unsigned number. */
  public static long atMost(Expr expr, DeclaredSizes declared) {
    return new CostEstimate(declared).cost(expr).most();
  }

  /** The sizes of the keys and values of a list or map; the key of a list element is its index. */
  record Entries(Container container, CostRange key, CostRange value) {
    Entries union(Entries other) {
      return new Entries(container, key.union(other.key), value.union(other.value));
    }
  }

  enum Container {
    LIST,
    MAP
  }

  /**
   * The path, size and entries of a variable that a comprehension or {@code cel.bind} introduced.
   */
  private record Local(Path path, Optional<CostRange> size, Optional<Entries> entries) {}

  private CostRange cost(Expr expr) {
    return switch (expr) {
      case Expr.Literal _ -> CostRange.ZERO;
      case Expr.Ident ident -> ident(ident);
      case Expr.Has(_, var operand, _) -> cost(operand);
      case Expr.Select select -> select(select);
      case Expr.Call call -> call(call);
      case Expr.ListLiteral list -> list(list);
      case Expr.MapLiteral map -> map(map);
      case Expr.StructLiteral(_, _, _, var fields) ->
          fields.stream()
              .map(field -> cost(field.value()))
              .reduce(CostRange.exactly(40), CostRange::plus);
      case Expr.Fold fold -> fold.isBinding() ? binding(fold) : loop(fold);
    };
  }

  private CostRange ident(Expr.Ident ident) {
    paths.put(ident.id(), local(ident).map(Local::path).orElseGet(() -> Path.of(ident.name())));
    return CostRange.ONE;
  }

  private CostRange select(Expr.Select select) {
    var cost = cost(select.operand());
    paths.put(select.id(), path(select.operand()).then(select.field()));
    return switch (select.operand().type().kind()) {
      case MAP, STRUCT -> cost.plus(CostRange.ONE);
      default -> cost;
    };
  }

  private CostRange call(Expr.Call call) {
    if (call.function().equals("dyn")) {
      return dyn(call);
    }
    var costs = new ArrayList<CostRange>();
    var nodes = new ArrayList<Node>();
    for (var argument : call.arguments()) {
      costs.add(cost(argument));
      nodes.add(node(argument));
    }
    var cost = CostRange.ZERO;
    var target = Optional.<Node>empty();
    if (call.target().isPresent()) {
      cost = cost(call.target().get());
      target = Optional.of(node(call.target().get()));
    }
    return cost.plus(overloads(call, target, nodes, costs));
  }

  private CostRange dyn(Expr.Call call) {
    var argument = call.arguments().get(0);
    var cost = cost(argument).plus(CostRange.ONE);
    copySizes(call, argument);
    return cost;
  }

  /** Returns the range that covers every overload the values may choose. */
  private CostRange overloads(
      Expr.Call call, Optional<Node> target, List<Node> arguments, List<CostRange> costs) {
    var cost = CostRange.NOTHING;
    var size = Optional.<CostRange>empty();
    for (var overload : call.overloads()) {
      var priced = calls.price(call, overload, target, arguments, costs);
      cost = cost.union(priced.cost());
      size = united(size, priced.resultSize());
      size =
          switch (overload) {
            case "index_list" -> indexed(call, DeclaredSizes.ITEMS);
            case "index_map" -> indexed(call, DeclaredSizes.VALUES);
            default -> size;
          };
      if (size.isEmpty()) {
        size = size(call);
      }
    }
    size.ifPresent(known -> sizes.put(call.id(), known));
    return call.overloads().isEmpty() ? CostRange.ZERO : cost;
  }

  private static Optional<CostRange> united(Optional<CostRange> left, Optional<CostRange> right) {
    if (left.isEmpty() || right.isEmpty()) {
      return left.or(() -> right);
    }
    return Optional.of(left.get().union(right.get()));
  }

  private Optional<CostRange> indexed(Expr.Call call, String step) {
    var container = call.arguments().get(0);
    paths.put(call.id(), path(container).then(step));
    return entries(container).map(Entries::value);
  }

  private CostRange list(Expr.ListLiteral list) {
    var cost = CostRange.exactly(10);
    var item = list.elements().isEmpty() ? CostRange.ZERO : CostRange.NOTHING;
    for (var element : list.elements()) {
      cost = cost.plus(cost(element.value()));
      item = item.union(sizeOrUnknown(element.value()));
    }
    entries.put(list.id(), new Entries(Container.LIST, CostRange.ONE, item));
    return cost;
  }

  private CostRange map(Expr.MapLiteral map) {
    var cost = CostRange.exactly(30);
    var key = map.entries().isEmpty() ? CostRange.ZERO : CostRange.NOTHING;
    var value = key;
    for (var entry : map.entries()) {
      cost = cost.plus(cost(entry.key())).plus(cost(entry.value()));
      key = key.union(sizeOrUnknown(entry.key()));
      value = value.union(sizeOrUnknown(entry.value()));
    }
    entries.put(map.id(), new Entries(Container.MAP, key, value));
    return cost;
  }

  private CostRange binding(Expr.Fold fold) {
    var cost = cost(fold.range()).plus(cost(fold.initial()));
    push(fold.loop().accumulator(), bound(fold.initial()));
    cost = cost.plus(cost(fold.result()));
    pop(fold.loop().accumulator());
    copySizes(fold, fold.result());
    return cost;
  }

  private CostRange loop(Expr.Fold fold) {
    var cost = cost(fold.range()).plus(cost(fold.initial()));
    push(fold.loop().accumulator(), bound(fold.initial()));
    pushIterations(fold);
    var turn = cost(fold.condition());
    turn = cost(fold.step()).plus(turn);
    pop(fold.loop().variable());
    fold.loop().second().ifPresent(this::pop);
    cost = cost.plus(cost(fold.result()));
    pop(fold.loop().accumulator());
    var turns = sizeOrUnknown(fold.range());
    recordSizes(fold, turns);
    return cost.plus(turns.times(turn));
  }

  private void recordSizes(Expr.Fold fold, CostRange turns) {
    switch (fold.initial()) {
      case Expr.Literal literal -> size(literal).ifPresent(size -> sizes.put(fold.id(), size));
      case Expr.ListLiteral _, Expr.MapLiteral _ -> {
        sizes.put(fold.id(), turns);
        entries(fold.step()).ifPresent(known -> entries.put(fold.id(), known));
      }
      default -> {}
    }
  }

  private Local bound(Expr value) {
    var known = entries(value);
    return new Local(path(value), size(value), known);
  }

  private void pushIterations(Expr.Fold fold) {
    var known = entries(fold.range());
    var overList =
        known
            .map(entries -> entries.container() == Container.LIST)
            .orElse(fold.range().type().kind() == Type.Kind.LIST);
    var key = known.map(Entries::key);
    var value = known.map(Entries::value);
    var member = overList ? DeclaredSizes.ITEMS : DeclaredSizes.VALUES;
    var path = path(fold.range());
    if (fold.loop().second().isPresent()) {
      var index = overList ? "@indices" : DeclaredSizes.KEYS;
      push(fold.loop().variable(), new Local(path.then(index), key, Optional.empty()));
      push(fold.loop().second().get(), new Local(path.then(member), value, Optional.empty()));
    } else if (overList) {
      push(fold.loop().variable(), new Local(path.then(member), value, Optional.empty()));
    } else {
      push(fold.loop().variable(), new Local(path.then(DeclaredSizes.KEYS), key, Optional.empty()));
    }
  }

  private void push(String name, Local local) {
    locals.computeIfAbsent(name, _ -> new ArrayDeque<>()).push(local);
  }

  private void pop(String name) {
    var stack = locals.get(name);
    if (stack != null) {
      stack.pop();
    }
  }

  private Optional<Local> local(Expr expr) {
    if (expr instanceof Expr.Ident(_, _, var name)) {
      var stack = locals.get(name);
      return stack == null ? Optional.empty() : Optional.ofNullable(stack.peek());
    }
    return Optional.empty();
  }

  private Path path(Expr expr) {
    return local(expr)
        .map(Local::path)
        .orElseGet(() -> paths.getOrDefault(expr.id(), Path.NOWHERE));
  }

  private Node node(Expr expr) {
    var path = path(expr);
    var accumulated = path.startsAt(Macros.ACCUMULATOR) || path.startsAt(Macros.FORMER_ACCUMULATOR);
    return new Node(accumulated ? Path.NOWHERE : path, expr.type(), Optional.of(expr), size(expr));
  }

  Optional<CostRange> declaredSize(Path path) {
    if (path.isNowhere()) {
      return Optional.empty();
    }
    var most = declared.atMost(path.steps());
    return most.isPresent() ? Optional.of(new CostRange(0, most.getAsLong())) : Optional.empty();
  }

  CostRange sizeOrUnknown(Expr expr) {
    return size(expr).orElse(CostRange.UNKNOWN);
  }

  private Optional<CostRange> size(Expr expr) {
    var known = sizes.get(expr.id());
    if (known != null) {
      return Optional.of(known);
    }
    var written = literalSize(expr);
    if (written.isPresent()) {
      return written;
    }
    var declaration = declaredSize(path(expr));
    if (declaration.isPresent()) {
      sizes.put(expr.id(), declaration.get());
      return declaration;
    }
    return isScalar(expr.type()) ? Optional.of(CostRange.ONE) : local(expr).flatMap(Local::size);
  }

  private static Optional<CostRange> literalSize(Expr expr) {
    return switch (expr) {
      case Expr.Literal(_, Value.StringValue(var text)) ->
          Optional.of(CostRange.exactly(text.codePointCount(0, text.length())));
      case Expr.Literal(_, Value.BytesValue(var octets)) ->
          Optional.of(CostRange.exactly(octets.length()));
      case Expr.Literal _ -> Optional.of(CostRange.ONE);
      case Expr.ListLiteral(_, _, var elements) -> Optional.of(CostRange.exactly(elements.size()));
      case Expr.MapLiteral(_, _, var entries) -> Optional.of(CostRange.exactly(entries.size()));
      case Expr.Ident _,
          Expr.Select _,
          Expr.Has _,
          Expr.Call _,
          Expr.StructLiteral _,
          Expr.Fold _ ->
          Optional.empty();
    };
  }

  private static boolean isScalar(Type type) {
    return switch (type.kind()) {
      case BOOL, DOUBLE, DURATION, INT, TIMESTAMP, UINT -> true;
      case OPAQUE -> type.isOptional() && isScalar(type.parameter(0));
      default -> false;
    };
  }

  Optional<Entries> entries(Expr expr) {
    return Optional.ofNullable(entries.get(expr.id()))
        .or(() -> local(expr).flatMap(Local::entries));
  }

  void recordEntries(Expr expr, Entries known) {
    entries.put(expr.id(), known);
  }

  private void copySizes(Expr to, Expr from) {
    size(from).ifPresent(size -> sizes.put(to.id(), size));
    entries(from).ifPresent(known -> entries.put(to.id(), known));
  }
}
