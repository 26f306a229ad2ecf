package dev.dray.patch;

import dev.dray.api.json.Json;
import dev.dray.api.json.Json.Arr;
import dev.dray.api.json.Json.Obj;
import dev.dray.api.json.Json.Str;
import dev.dray.patch.Owner.Operation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** The owners of an object's fields: its {@code managedFields}. Immutable. */
record Owners(SortedMap<Owner, Owners.Entry> claims) {
  static final Owners NONE = new Owners(Collections.emptySortedMap());
  private static final int MOST_UPDATING = 10;
  private static final String BUCKET = "ancient-changes";

  /**
   * The fields of one owner.
   *
   * @param time the time of its last change, as written; empty if it never changed anything
   */
  record Entry(FieldSet fields, String apiVersion, Optional<String> time) {
    Entry with(FieldSet other) {
      return new Entry(other, apiVersion, time);
    }

    long seconds() {
      return time.map(ManagedFieldTimes::seconds).orElse(0L);
    }
  }

  Owners {
    claims = Collections.unmodifiableSortedMap(claims);
  }

  boolean isEmpty() {
    return claims.isEmpty();
  }

  Optional<Entry> of(Owner owner) {
    return Optional.ofNullable(claims.get(owner));
  }

  FieldSet fields(Owner owner) {
    return of(owner).map(Entry::fields).orElse(FieldSet.EMPTY);
  }

  /** Returns these owners with another claim; an empty claim is dropped. */
  Owners with(Owner owner, Entry claim) {
    var changed = new TreeMap<>(claims);
    if (claim.fields().isEmpty()) {
      changed.remove(owner);
    } else {
      changed.put(owner, claim);
    }
    return new Owners(changed);
  }

  /** Returns these owners with changed claims; empty claims are dropped. */
  Owners mapped(Map<Owner, UnaryOperator<FieldSet>> changes) {
    var changed = new TreeMap<Owner, Entry>();
    claims.forEach(
        (owner, claim) -> {
          var fields = changes.getOrDefault(owner, UnaryOperator.identity()).apply(claim.fields());
          if (!fields.isEmpty()) {
            changed.put(owner, claim.with(fields));
          }
        });
    return new Owners(changed);
  }

  /**
   * Merges the oldest claims by updates until at most ten are left, so that tools that use a new
   * manager name for each write do not fill the object.
   */
  Owners capped() {
    if (claims.size() <= MOST_UPDATING) {
      return this;
    }
    var updating =
        claims.entrySet().stream()
            .filter(entry -> entry.getKey().operation() == Operation.UPDATE)
            .sorted(Comparator.comparingLong(entry -> entry.getValue().seconds()))
            .toList();
    var changed = new TreeMap<>(claims);
    var firsts = new HashMap<String, Owner>();
    int left = updating.size();
    for (var entry : updating) {
      if (left <= MOST_UPDATING) {
        break;
      }
      var first = firsts.putIfAbsent(entry.getValue().apiVersion(), entry.getKey());
      if (first != null) {
        intoBucket(changed, entry.getKey(), entry.getValue(), first);
        left--;
      }
    }
    return new Owners(changed);
  }

  private static void intoBucket(
      SortedMap<Owner, Entry> claims, Owner owner, Entry claim, Owner first) {
    var bucket = Owner.updating(BUCKET, claim.apiVersion(), "");
    if (!claims.containsKey(bucket)) {
      Optional.ofNullable(claims.remove(first)).ifPresent(held -> claims.put(bucket, held));
    }
    claims.remove(owner);
    var held = Optional.ofNullable(claims.get(bucket)).map(Entry::fields).orElse(FieldSet.EMPTY);
    claims.put(bucket, claim.with(claim.fields().union(held)));
  }

  /**
   * Reads {@code metadata.managedFields}.
   *
   * @throws PatchMistake if an entry is malformed
   */
  static Owners parse(List<Json> entries) {
    var claims = new TreeMap<Owner, Entry>();
    for (var item : entries) {
      if (!(item instanceof Obj entry)) {
        throw PatchMistake.unfit("an entry of managedFields is an object, not " + item.toText());
      }
      claims.put(owner(entry), claim(entry));
    }
    return new Owners(claims);
  }

  private static Owner owner(Obj entry) {
    var manager = entry.text("manager");
    var subresource = entry.text("subresource");
    return switch (entry.text("operation")) {
      case "Apply" -> Owner.applying(manager, subresource);
      case "Update" -> Owner.updating(manager, entry.text("apiVersion"), subresource);
      default -> throw PatchMistake.unfit("operation must be `Apply` or `Update`");
    };
  }

  private static Entry claim(Obj entry) {
    if (entry.text("apiVersion").isEmpty()) {
      throw PatchMistake.unfit("apiVersion must not be empty");
    }
    if (!entry.text("fieldsType").equals("FieldsV1")) {
      throw PatchMistake.unfit("invalid fieldsType \"%s\"".formatted(entry.text("fieldsType")));
    }
    var time =
        entry.find("time").orElse(Json.Null.NULL) instanceof Str(var text)
            ? Optional.of(text)
            : Optional.<String>empty();
    var fields = WrittenSets.read(entry.object("fieldsV1"));
    return new Entry(fields, entry.text("apiVersion"), time);
  }

  /** Returns {@code metadata.managedFields}: by operation, then the oldest first. */
  Arr toJson() {
    var sorted = new ArrayList<Dated>(claims.size());
    claims.forEach((owner, claim) -> sorted.add(new Dated(owner, claim, claim.seconds())));
    sorted.sort(Dated.ORDER);
    var entries = new ArrayList<Json>(sorted.size());
    sorted.forEach(it -> entries.add(entry(it.owner(), it.claim())));
    return new Arr(entries);
  }

  /** A claim with its parsed time, so that sorting parses it once. */
  private record Dated(Owner owner, Entry claim, long seconds) {
    static final Comparator<Dated> ORDER =
        Comparator.comparing((Dated it) -> it.owner().operation())
            .thenComparingLong(Dated::seconds)
            .thenComparing(it -> it.owner().manager())
            .thenComparing(it -> it.claim().apiVersion())
            .thenComparing(it -> it.owner().subresource());
  }

  private static Obj entry(Owner owner, Entry claim) {
    var fields = new LinkedHashMap<String, Json>();
    if (!owner.manager().isEmpty()) {
      fields.put("manager", Json.of(owner.manager()));
    }
    fields.put("operation", Json.of(owner.operation().wire()));
    fields.put("apiVersion", Json.of(claim.apiVersion()));
    claim.time().ifPresent(time -> fields.put("time", Json.of(time)));
    fields.put("fieldsType", Json.of("FieldsV1"));
    fields.put("fieldsV1", WrittenSets.write(claim.fields()));
    if (!owner.subresource().isEmpty()) {
      fields.put("subresource", Json.of(owner.subresource()));
    }
    return new Obj(fields);
  }
}
