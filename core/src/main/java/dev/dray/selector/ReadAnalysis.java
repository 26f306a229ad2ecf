package dev.dray.selector;

import dev.dray.cel.frontend.Expr;
import dev.dray.cel.value.Type;
import dev.dray.cel.value.Value;
import dev.dray.selector.EntryName.DomainName;
import dev.dray.selector.EntryName.Part;
import dev.dray.selector.ReadSet.Field;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * An analysis that follows the variable {@code device} through an expression, to where values are
 * taken out of it.
 *
 * <p>Every node of the expression is assigned the places of the device its value may stand for: the
 * device, one of its two maps, or the map of one domain. Taking a known key leads from a place to
 * the next and in the end to an entry, which is noted. Whatever else happens to a place — it is
 * counted, compared, put into a list, looped over, indexed by something computed — could observe
 * all of it, and all of it is noted. An optional that holds a place counts as the place.
 *
 * <p>A domain that does not exist is found empty in some ways of access and missing in others, such
 * as through a variable. Taking a domain therefore also observes whether it exists.
 */
final class ReadAnalysis {
  private static final Type DEVICE_TYPE = Type.struct("kubernetes.DRADevice");

  private final SortedSet<Field> fields = new TreeSet<>();
  private final SortedSet<DomainName> domains = new TreeSet<>();
  private final SortedSet<DomainName> presences = new TreeSet<>();
  private final SortedSet<EntryName> entries = new TreeSet<>();
  private final Map<String, Seen> locals = new HashMap<>();

  private ReadAnalysis() {}

  static ReadSet of(Expr expr) {
    var analysis = new ReadAnalysis();
    analysis.readAll(analysis.follow(expr));
    return new ReadSet(analysis.fields, analysis.domains, analysis.presences, analysis.entries);
  }

  private Seen follow(Expr expr) {
    return switch (expr) {
      case Expr.Literal(_, Value.StringValue(var text)) -> Seen.text(text);
      case Expr.Literal _ -> Seen.NOTHING;
      case Expr.Ident ident -> ident(ident);
      case Expr.Select(_, _, var operand, var field) -> take(follow(operand), field);
      case Expr.Has(_, var operand, var field) -> ask(follow(operand), field);
      case Expr.Call call -> call(call);
      case Expr.ListLiteral(_, _, var elements) -> {
        elements.forEach(element -> readAll(follow(element.value())));
        yield Seen.NOTHING;
      }
      case Expr.MapLiteral(_, _, var pairs) -> {
        for (var pair : pairs) {
          readAll(follow(pair.key()));
          readAll(follow(pair.value()));
        }
        yield Seen.NOTHING;
      }
      case Expr.StructLiteral(_, _, _, var parts) -> {
        parts.forEach(part -> readAll(follow(part.value())));
        yield Seen.NOTHING;
      }
      case Expr.Fold fold -> fold.isBinding() ? binding(fold) : loop(fold);
    };
  }

  private Seen ident(Expr.Ident ident) {
    var local = locals.get(ident.name());
    if (!ident.name().equals(DeviceVariable.NAME)) {
      return local == null ? Seen.NOTHING : local;
    }
    // A local variable of this name hides the device, but .device would look the same here.
    return local == null || ident.type().equals(DEVICE_TYPE) ? Seen.DEVICE : local;
  }

  private Seen call(Expr.Call call) {
    return switch (call.function()) {
      case "_[_]", "_[?_]", "_?._" -> index(call.arguments().get(0), call.arguments().get(1));
      case "@in" -> membership(call.arguments().get(0), call.arguments().get(1));
      case "_?_:_" -> {
        readAll(follow(call.arguments().get(0)));
        yield follow(call.arguments().get(1)).or(follow(call.arguments().get(2)));
      }
      case "dyn", "optional.of" -> follow(call.arguments().get(0));
      case "value", "or", "orValue" -> optional(call);
      case "hasValue" -> presence(call);
      default -> opaque(call);
    };
  }

  private Seen index(Expr container, Expr key) {
    var from = follow(container);
    var with = follow(key);
    if (with.text().isPresent()) {
      return take(from, with.text().get());
    }
    readAll(from);
    readAll(with);
    return Seen.NOTHING;
  }

  private Seen membership(Expr key, Expr container) {
    var with = follow(key);
    var in = follow(container);
    if (with.text().isPresent()) {
      return ask(in, with.text().get());
    }
    readAll(with);
    readAll(in);
    return Seen.NOTHING;
  }

  /**
   * Follows a method of an optional that returns what the optional, or else its argument, holds.
   */
  private Seen optional(Expr.Call call) {
    if (call.target().isEmpty()) {
      return opaque(call);
    }
    var seen = follow(call.target().get());
    for (var argument : call.arguments()) {
      seen = seen.or(follow(argument));
    }
    return seen;
  }

  /**
   * Follows {@code hasValue}: whether an optional has a value is decided where it was taken, and
   * noted there.
   */
  private Seen presence(Expr.Call call) {
    optional(call);
    return Seen.NOTHING;
  }

  private Seen opaque(Expr.Call call) {
    call.target().ifPresent(target -> readAll(follow(target)));
    call.arguments().forEach(argument -> readAll(follow(argument)));
    return Seen.NOTHING;
  }

  private Seen binding(Expr.Fold fold) {
    var name = fold.loop().accumulator();
    var bound = follow(fold.initial());
    bound.places().forEach(this::readIfMap);
    var outer = bind(name, bound);
    var result = follow(fold.result());
    restore(name, outer);
    return result;
  }

  /**
   * Notes the whole map. Once bound to a variable, a map without any domain is an ordinary map: it
   * no longer finds absent domains empty.
   */
  private void readIfMap(Place place) {
    if (place instanceof Place.Map(var part)) {
      fields.add(Field.of(part));
    }
  }

  /** Follows a loop: it may observe all that it visits, and what it builds may hold any of it. */
  private Seen loop(Expr.Fold fold) {
    readAll(follow(fold.range()));
    readAll(follow(fold.initial()));
    var loop = fold.loop();
    var accumulator = bind(loop.accumulator(), Seen.NOTHING);
    var first = bind(loop.variable(), Seen.NOTHING);
    var second = loop.second().flatMap(name -> bind(name, Seen.NOTHING));
    readAll(follow(fold.condition()));
    readAll(follow(fold.step()));
    loop.second().ifPresent(name -> restore(name, second));
    restore(loop.variable(), first);
    readAll(follow(fold.result()));
    restore(loop.accumulator(), accumulator);
    return Seen.NOTHING;
  }

  private Optional<Seen> bind(String name, Seen seen) {
    return Optional.ofNullable(locals.put(name, seen));
  }

  private void restore(String name, Optional<Seen> outer) {
    outer.ifPresentOrElse(seen -> locals.put(name, seen), () -> locals.remove(name));
  }

  private Seen take(Seen from, String key) {
    var taken = Seen.NOTHING;
    for (var place : from.places()) {
      taken = taken.or(take(place, key));
    }
    return taken;
  }

  private Seen take(Place place, String key) {
    return switch (place) {
      case Place.Device() -> field(key);
      case Place.Map(var part) -> {
        var name = new DomainName(part, key);
        presences.add(name);
        yield Seen.at(new Place.Domain(name));
      }
      case Place.Domain(var name) -> {
        entries.add(name.entry(key));
        yield Seen.NOTHING;
      }
    };
  }

  private Seen field(String name) {
    return switch (name) {
      case "attributes" -> Seen.at(new Place.Map(Part.ATTRIBUTES));
      case "capacity" -> Seen.at(new Place.Map(Part.CAPACITY));
      case "driver" -> {
        fields.add(Field.DRIVER);
        yield Seen.NOTHING;
      }
      case "allowMultipleAllocations" -> {
        fields.add(Field.ALLOW_MULTIPLE_ALLOCATIONS);
        yield Seen.NOTHING;
      }
      default -> {
        readAll(Seen.DEVICE);
        yield Seen.NOTHING;
      }
    };
  }

  /** Notes that each place is asked whether it has the key; the answer stands for no place. */
  private Seen ask(Seen of, String key) {
    for (var place : of.places()) {
      switch (place) {
        case Place.Device() -> field(key);
        case Place.Map(var part) -> presences.add(new DomainName(part, key));
        case Place.Domain(var name) -> entries.add(name.entry(key));
      }
    }
    return Seen.NOTHING;
  }

  private void readAll(Seen seen) {
    for (var place : seen.places()) {
      switch (place) {
        case Place.Device() -> fields.addAll(List.of(Field.values()));
        case Place.Map(var part) -> fields.add(Field.of(part));
        case Place.Domain(var name) -> domains.add(name);
      }
    }
  }

  /** A container inside the device, or the device. */
  private sealed interface Place {
    record Device() implements Place {}

    record Map(Part part) implements Place {}

    record Domain(DomainName name) implements Place {}
  }

  /**
   * The knowledge about a value: the places it may stand for, and its text if it can have no other.
   *
   * <p>A value that is no place, such as an entry, was noted when it was taken.
   */
  private record Seen(List<Place> places, Optional<String> text) {
    static final Seen NOTHING = new Seen(List.of(), Optional.empty());
    static final Seen DEVICE = at(new Place.Device());

    static Seen at(Place place) {
      return new Seen(List.of(place), Optional.empty());
    }

    static Seen text(String text) {
      return new Seen(List.of(), Optional.of(text));
    }

    Seen or(Seen other) {
      if (other.places.isEmpty() && other.text.equals(text)) {
        return this;
      }
      var all = new LinkedHashSet<>(places);
      all.addAll(other.places);
      return new Seen(List.copyOf(all), text.equals(other.text) ? text : Optional.empty());
    }
  }
}
