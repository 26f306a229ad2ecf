package dev.dray.patch;

import dev.dray.patch.Owners.Entry;
import dev.dray.schema.SchemaType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * The change of ownership by a write: the core of the algorithm that {@link ManagedFields}
 * describes.
 *
 * @param untouched the fields that the endpoint resets, whatever the write contains
 */
record FieldOwnership(ManagedFields.Versions versions, FieldSet untouched) {

  /** A field that would change and that another owner has. */
  record Clash(Owner owner, List<PathElement> path) {}

  /** The result of an apply: an object and its owners, unless there are clashes. */
  record Outcome(VersionedView object, Owners owners, List<Clash> clashes) {}

  /**
   * Returns the owners after an update: the writer owns what it changed, nobody owns what was
   * removed.
   *
   * @param self a stand-in for the writer; must have no claim before
   */
  Owners updated(VersionedView live, VersionedView written, Owners before, Owner self) {
    var reconciled = reconciled(before);
    var comparison = live.compared(written, untouched);
    var after = yielded(live, written, comparison, reconciled, self).owners();
    return after.with(
        self, new Entry(comparison.changed(), written.apiVersion(), Optional.empty()));
  }

  /**
   * Returns the result of an apply. The object has lost the fields that the manager applied last
   * time, does not apply now, and nobody else owns.
   */
  Outcome applied(
      VersionedView live, VersionedView config, Owners before, Owner self, boolean force) {
    var reconciled = reconciled(before);
    var last = reconciled.of(self);
    var set = config.fields().minusDeep(untouched);
    var time = last.flatMap(Entry::time);
    var claimed = new TreeMap<>(reconciled.claims());
    claimed.put(self, new Entry(set, config.apiVersion(), time));
    var owners = new Owners(claimed);
    var merged = live.with(TypedMerge.merged(live.type(), live.tree(), config.tree()));
    var pruned = last.map(claim -> pruned(merged, claim, owners)).orElse(merged);
    var comparison = live.compared(pruned, untouched);
    var yielded = yielded(live, pruned, comparison, owners, self);
    return new Outcome(pruned, yielded.owners(), force ? List.of() : yielded.clashes());
  }

  private Owners reconciled(Owners owners) {
    var known = new TreeMap<Owner, Entry>();
    owners
        .claims()
        .forEach(
            (owner, claim) ->
                versions
                    .type(claim.apiVersion())
                    .ifPresent(
                        type -> known.put(owner, claim.with(reconciled(claim.fields(), type)))));
    return new Owners(known);
  }

  private static FieldSet reconciled(FieldSet fields, SchemaType type) {
    return WrittenSets.has(fields) ? fields : TypedSets.reconciled(fields, type);
  }

  private record Yielded(Owners owners, List<Clash> clashes) {}

  /**
   * Takes from every other owner the fields that changed or were removed, compared in the owner's
   * version.
   */
  private Yielded yielded(
      VersionedView before, VersionedView after, Comparison comparison, Owners owners, Owner self) {
    var comparisons = new HashMap<String, Comparison>();
    comparisons.put(after.apiVersion(), comparison);
    var clashes = new ArrayList<Clash>();
    var changes = new HashMap<Owner, UnaryOperator<FieldSet>>();
    owners
        .claims()
        .forEach(
            (owner, claim) -> {
              if (!owner.equals(self)) {
                var seen =
                    comparisons.computeIfAbsent(
                        claim.apiVersion(), version -> compared(before, after, version));
                var lost = claim.fields().intersection(seen.changed());
                lost.paths().forEach(path -> clashes.add(new Clash(owner, path)));
                changes.put(owner, fields -> fields.minus(lost).minus(seen.removed()));
              }
            });
    return new Yielded(owners.mapped(changes), clashes);
  }

  private Comparison compared(VersionedView before, VersionedView after, String version) {
    var old = before.in(version, versions);
    var next = after.in(version, versions);
    return old.isPresent() && next.isPresent()
        ? old.get().compared(next.get(), untouched)
        : new Comparison(FieldSet.EMPTY, FieldSet.EMPTY, FieldSet.EMPTY);
  }

  /**
   * Returns the merged object without the fields that the manager applied last time and nobody
   * claims now.
   *
   * @param owners with the new claim of the applying manager
   */
  private VersionedView pruned(VersionedView merged, Entry last, Owners owners) {
    if (last.fields().isEmpty()) {
      return merged;
    }
    var then = merged.in(last.apiVersion(), versions);
    if (then.isEmpty()) {
      return merged;
    }
    var whole = then.get();
    var less = whole.without(TypedSets.withNamedFields(last.fields(), whole.type()));
    var kept = withOwned(whole, less, owners);
    var result = withUnclaimed(whole, kept, last);
    return result.in(merged.apiVersion(), versions).orElse(merged);
  }

  /** Adds back the fields that others own, version by version. */
  private VersionedView withOwned(VersionedView merged, VersionedView pruned, Owners owners) {
    var whole = merged;
    var less = pruned;
    for (var version : versionsOf(owners, merged.apiVersion())) {
      var owned = ownedIn(owners, version);
      var wholeThere = whole.in(version, versions);
      var lessThere = less.in(version, versions);
      if (wholeThere.isPresent() && lessThere.isPresent()) {
        whole = wholeThere.get();
        less = withOwned(whole, lessThere.get(), owned);
      }
    }
    return less;
  }

  private static VersionedView withOwned(VersionedView whole, VersionedView less, FieldSet owned) {
    var type = whole.type();
    var all = TypedSets.withNamedFields(whole.fields(), type);
    var kept = TypedSets.withNamedFields(less.fields(), type);
    var back = TypedSets.withNamedFields(owned, type);
    return whole.without(all.minus(kept.union(back)));
  }

  /** Returns the versions in which someone owns something, the given one first. */
  private static List<String> versionsOf(Owners owners, String first) {
    var found = new ArrayList<String>();
    owners
        .claims()
        .values()
        .forEach(
            claim -> {
              if (!found.contains(claim.apiVersion())) {
                found.add(claim.apiVersion());
              }
            });
    if (found.remove(first)) {
      found.addFirst(first);
    }
    return found;
  }

  private static FieldSet ownedIn(Owners owners, String version) {
    return owners.claims().values().stream()
        .filter(claim -> claim.apiVersion().equals(version))
        .map(Entry::fields)
        .reduce(FieldSet.EMPTY, FieldSet::union);
  }

  /** Adds back fields that the manager never applied: they are not its to remove. */
  private VersionedView withUnclaimed(VersionedView merged, VersionedView pruned, Entry last) {
    var less = pruned.in(last.apiVersion(), versions);
    if (less.isEmpty()) {
      return merged;
    }
    var type = merged.type();
    var all = TypedSets.withNamedFields(merged.fields(), type);
    var kept = TypedSets.withNamedFields(less.get().fields(), type);
    var mine = TypedSets.withNamedFields(last.fields(), type);
    return merged.without(all.minus(kept).intersection(mine));
  }

  /** Returns the clashes by owner, in the order of messages. */
  static Map<Owner, List<Clash>> byOwner(List<Clash> clashes) {
    var sorted = new TreeMap<Owner, List<Clash>>();
    clashes.forEach(
        clash -> sorted.computeIfAbsent(clash.owner(), _ -> new ArrayList<>()).add(clash));
    return sorted;
  }
}
