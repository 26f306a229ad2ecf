package dev.dray.inventory;

import dev.dray.api.meta.PoolId;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceCapacity;
import dev.dray.api.resource.device.DeviceTaint;
import dev.dray.inventory.patch.Amendment;
import dev.dray.inventory.patch.Amendment.Said;
import dev.dray.inventory.patch.Amendments;
import dev.dray.inventory.patch.DeviceNames;
import dev.dray.inventory.patch.InventoryFeatures;
import dev.dray.inventory.patch.Notice;
import dev.dray.inventory.patch.Notice.Reason;
import dev.dray.inventory.patch.Notices;
import dev.dray.inventory.patch.PatchFilter;
import dev.dray.inventory.patch.PatchedEntries;
import dev.dray.selector.DeviceTable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The place where patches and taint rules are merged into the devices of a generation; for one
 * thread.
 *
 * <p>What one device gets from them is its {@link Effect}. Slices are never rewritten: an effect
 * lies as a layer above what the driver published.
 *
 * <pre>{@code
 * strongest   patch with the highest priority         --.
 *             among equals the one created first        |
 *             among equals the first by name            +-- Effect: attributes, capacity
 *             ... patches that lose to it ...         --'
 *             entries of the device itself            --.
 *             last mixin it includes                    +-- Plain
 * weakest     first mixin it includes                 --'
 *
 * taints      those of the driver, then those of rules in the order of rule names
 * }</pre>
 *
 * <p>For each generation:
 *
 * <ol>
 *   <li>{@link Amendments} gives the patches and rules whose driver and pool fields admit the pool,
 *       patches with the winner first.
 *   <li>{@link PatchFilter} chooses the rows each patch is for. It looks at devices as they are
 *       before any patch, so that no patch decides what another one selects.
 *   <li>{@link PatchedEntries} takes the patches of a row in that order. Each decides the names
 *       that no stronger one has decided, entry by entry. A patch that would give the device too
 *       many entries is left out of this device as a whole and becomes a {@link Notice}; weaker
 *       patches still apply.
 *   <li>The taints of the rules for the device are added. Taints do not change what expressions
 *       see.
 * </ol>
 *
 * <p>A null value in a patch takes the attribute away. A capacity without a request policy keeps
 * the published policy ({@link TraitsReader}).
 *
 * <p><b>Invariant.</b> The effect of a row depends on the unpatched device and the current patches,
 * rules and classes, never on earlier effects. Equal effects are the same object, so that devices
 * which are treated alike go on sharing their traits.
 *
 * <p><b>Cost.</b> If the feature gate for mixins is on, one look at the includes of each device.
 * Beyond that nothing for each device if no patch or rule concerns the pool; otherwise rows times
 * patches and rules of the pool. An expression is evaluated once for each distinct projection of
 * devices ({@code MatchMemo}).
 */
final class Amender {
  private final InventoryFeatures inventoryFeatures;
  private final Amendments amendments;
  private final PatchFilter filter;
  private final Interner<ExactlyWritten<Effect.Content>, Effect> effects =
      new Interner<>(Effect::new);
  private final Effect none = effects.of(ExactlyWritten.of(Effect.Content.NONE));

  Amender(InventoryFeatures inventoryFeatures, Amendments amendments) {
    this.inventoryFeatures = inventoryFeatures;
    this.amendments = amendments;
    this.filter = new PatchFilter(amendments);
  }

  /**
   * A generation before patches and rules.
   *
   * @param parts its slices; the effects in them, if any, are those of an earlier merge
   * @param table the unpatched devices, built only if something reads them
   */
  record Plain(
      List<Slice> slices,
      List<DeviceTraitsTable.Part> parts,
      DeviceNames deviceNames,
      Supplier<DeviceTable> table) {
    PoolId pool() {
      return slices.getFirst().pool();
    }
  }

  /**
   * The effects on a generation.
   *
   * @param effects for each slice the effects on its devices, or an empty list if there are none
   */
  record Amended(List<List<Effect>> effects, List<Notice> notices) {
    boolean patches() {
      return effects.stream().flatMap(List::stream).anyMatch(Effect::patches);
    }
  }

  Effect none() {
    return none;
  }

  /**
   * Returns the effects that patches and taint rules have on the devices of a generation, with
   * notices about includes that name no mixin, expressions that fail and patches that are left out.
   *
   * <p>The patches of a device apply in the order of {@link Amendments#patches(PoolId)}, winners
   * first: {@link PatchedEntries} collects their entries, and a later patch decides only names that
   * no earlier one has decided. Nothing is written into the device here. {@link Merger} hands the
   * effect on, and the entries reach the device in two places: {@code
   * DeviceTableBuilder.addPatched} makes what CEL expressions see, and {@code
   * TraitsReader.capacity} the capacities that the allocator counts with.
   */
  Amended amend(Plain plain) {
    var notices = new Notices.Collector(plain.pool(), plain.deviceNames());
    if (inventoryFeatures.mixins()) {
      findDangling(plain, notices);
    }
    var patches = amendments.patches(plain.pool());
    var rules = amendments.rules(plain.pool());
    if (patches.isEmpty() && rules.isEmpty()) {
      return new Amended(Collections.nCopies(plain.slices().size(), List.of()), notices.notices());
    }
    var rows = effects(plain, patches, rules, notices);
    return new Amended(bySlice(plain.slices(), rows), notices.notices());
  }

  private List<Effect> effects(
      Plain plain,
      List<ResourceSlicePatch> patches,
      List<DeviceTaintRule> rules,
      Notices.Collector notices) {
    var chosen = chosen(plain, patches, notices);
    var effects = new ArrayList<Effect>();
    for (int row = 0; row < plain.deviceNames().size(); row++) {
      var taints =
          concerning(plain.deviceNames().name(row), rules).map(it -> it.spec().taint()).toList();
      effects.add(effect(plain, row, concerning(row, chosen), taints, notices));
    }
    return effects;
  }

  /** A patch with the rows it is for and the entries it sets on them. */
  private record Chosen(ResourceSlicePatch patch, BitSet rows, PatchedEntries.Entries entries) {}

  /** Returns the patches that are for some row, winners first. */
  private List<Chosen> chosen(
      Plain plain, List<ResourceSlicePatch> patches, Notices.Collector notices) {
    var chosen = new ArrayList<Chosen>();
    for (var patch : patches) {
      var choice = filter.choose(patch, plain.deviceNames(), plain.table());
      choice
          .failures()
          .forEach(
              (message, failing) ->
                  notices.add(Reason.CEL_RUNTIME_ERROR, patch.metadata().name(), message, failing));
      if (!choice.rows().isEmpty()) {
        var entries = PatchedEntries.Entries.of(patch.spec().devices(), plain.pool().driver());
        chosen.add(new Chosen(patch, choice.rows(), entries));
      }
    }
    return chosen;
  }

  private static List<Chosen> concerning(int row, List<Chosen> chosen) {
    var mine = new ArrayList<Chosen>();
    for (var each : chosen) {
      if (each.rows().get(row)) {
        mine.add(each);
      }
    }
    return mine;
  }

  private static Stream<DeviceTaintRule> concerning(String device, List<DeviceTaintRule> rules) {
    return rules.stream()
        .filter(
            rule ->
                rule.spec()
                    .deviceSelector()
                    .flatMap(selector -> selector.device())
                    .orElse(device)
                    .equals(device));
  }

  /**
   * Returns for each row the patches and rules that change it: the same decisions as {@link
   * #amend}, with their authors.
   */
  List<Amendment> trace(Plain plain) {
    var patches = amendments.patches(plain.pool());
    var rules = amendments.rules(plain.pool());
    var chosen = chosen(plain, patches, new Notices.Collector(plain.pool(), plain.deviceNames()));
    var traced = new ArrayList<Amendment>();
    for (int row = 0; row < plain.deviceNames().size(); row++) {
      var mine = concerning(row, chosen);
      var applied = concerning(plain.deviceNames().name(row), rules).toList();
      traced.add(
          mine.isEmpty() && applied.isEmpty()
              ? Amendment.NONE
              : trace(plain, row, mine).with(applied));
    }
    return List.copyOf(traced);
  }

  private static Amendment trace(Plain plain, int row, List<Chosen> patches) {
    if (patches.isEmpty()) {
      return Amendment.NONE;
    }
    var entries = new PatchedEntries(plain.table().get().device(row));
    var attributes = new TreeMap<String, List<Said<DeviceAttribute>>>();
    var capacity = new TreeMap<String, List<Said<DeviceCapacity>>>();
    for (var each : patches) {
      // A patch that would make the device too large has no effect, so it is not recorded.
      if (entries.add(each.entries()).isEmpty()) {
        note(each.patch(), each.entries().attributes(), attributes);
        note(each.patch(), each.entries().capacity(), capacity);
      }
    }
    return new Amendment(attributes, capacity, List.of());
  }

  private static <V> void note(
      ResourceSlicePatch patch, Map<String, V> entries, Map<String, List<Said<V>>> said) {
    entries.forEach(
        (name, value) ->
            said.computeIfAbsent(name, _ -> new ArrayList<>()).add(new Said<>(patch, value)));
  }

  private Effect effect(
      Plain plain,
      int row,
      List<Chosen> patches,
      List<DeviceTaint> taints,
      Notices.Collector notices) {
    if (patches.isEmpty()) {
      return taints.isEmpty()
          ? none
          : effects.of(
              ExactlyWritten.of(
                  new Effect.Content(
                      Effect.Content.NONE.attributes(), Effect.Content.NONE.capacity(), taints)));
    }
    var entries = new PatchedEntries(plain.table().get().device(row));
    for (var each : patches) {
      entries
          .add(each.entries())
          .ifPresent(
              excess ->
                  notices.add(
                      Reason.DEVICE_LIMIT_EXCEEDED, each.patch().metadata().name(), excess, row));
    }
    return effects.of(
        ExactlyWritten.of(new Effect.Content(entries.attributes(), entries.capacity(), taints)));
  }

  private List<List<Effect>> bySlice(List<Slice> slices, List<Effect> rows) {
    var split = new ArrayList<List<Effect>>();
    int start = 0;
    for (var slice : slices) {
      var own = List.copyOf(rows.subList(start, start + slice.size()));
      split.add(own.stream().allMatch(effect -> effect == none) ? List.of() : own);
      start += slice.size();
    }
    return split;
  }

  private static void findDangling(Plain plain, Notices.Collector notices) {
    int row = 0;
    for (int i = 0; i < plain.parts().size(); i++) {
      var part = plain.parts().get(i);
      var slice = plain.slices().get(i).name();
      for (var set : part.counterSets().value()) {
        part.mixins()
            .dangling(set)
            .ifPresent(
                include ->
                    notices.add(
                        Reason.DANGLING_INCLUDE,
                        slice,
                        "the counter set %s includes the mixin %s, which does not exist"
                            .formatted(set.name(), include),
                        new BitSet()));
      }
      for (var prototype : part.prototypes()) {
        int at = row++;
        TraitsReader.dangling(prototype.device(), part.mixins())
            .ifPresent(
                include ->
                    notices.add(
                        Reason.DANGLING_INCLUDE,
                        slice,
                        "it includes the mixin %s, which does not exist".formatted(include),
                        at));
      }
    }
  }
}
