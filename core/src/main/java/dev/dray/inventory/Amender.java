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

/** Works out what patches and taint rules do to the devices of a generation; for one thread. */
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

  /** A generation before anything is done to it. */
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
   * @param effects for each slice those on each device, or none at all
   */
  record Amended(List<List<Effect>> effects, List<Notice> notices) {
    boolean patches() {
      return effects.stream().flatMap(List::stream).anyMatch(Effect::patches);
    }
  }

  Effect none() {
    return none;
  }

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

  /** A patch with the rows it is for, and what it says of them. */
  private record Chosen(ResourceSlicePatch patch, BitSet rows, PatchedEntries.Entries entries) {}

  /** The patches that are for some row, winners first. */
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

  /** For each row which patches and rules changed it: the same decisions, with their authors. */
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
      // One that would make the device too large decides nothing, and so says nothing here.
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
                        "the mixin %s is included and does not exist".formatted(include),
                        at));
      }
    }
  }
}
