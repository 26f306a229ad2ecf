package dev.dray.allocation.explain;

import dev.dray.allocation.request.Alternative;
import dev.dray.allocation.request.NodeCandidates;
import dev.dray.allocation.request.SelectorCache;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.device.DeviceTaint;
import dev.dray.inventory.Snapshot;
import dev.dray.selector.DeviceTable;
import dev.dray.selector.EntryName;
import dev.dray.selector.ReadSet;
import dev.dray.selector.Selector;
import dev.dray.selector.Unpublished;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.TreeSet;

/** The hints on what might help against the reasons for which devices are out; for one thread. */
final class Advice {
  private final Snapshot snapshot;
  private final SelectorCache selectorCache;

  /** For each class by name, whether any device anywhere matches it. */
  private final Map<String, Boolean> matched = new HashMap<>();

  Advice(Snapshot snapshot, SelectorCache selectorCache) {
    this.snapshot = snapshot;
    this.selectorCache = selectorCache;
  }

  List<String> on(Alternative alternative, Funnel funnel, NodeCandidates devices) {
    var hints = new LinkedHashSet<String>();
    boolean selectedNone =
        funnel.left() == 0
            && funnel.removals().stream()
                .allMatch(it -> it.reason().check().compareTo(DeviceCheck.ANSWER) <= 0);
    for (var removal : funnel.removals()) {
      switch (removal.reason()) {
        case Reason.Unselected(var place) when selectedNone ->
            misspelt(selector(alternative, place).reads(), devices, hints);
        case Reason.NoAnswer(var place, _) ->
            misspelt(selector(alternative, place).reads(), devices, hints);
        case Reason.NoAttribute(var attribute) ->
            misspelt(reading(attribute, devices), devices, hints);
        case Reason.Tainted(var taints) -> taints.forEach(it -> hints.add(toleration(it)));
        default -> {}
      }
    }
    if (selectedNone && !isMatchedAnywhere(alternative.deviceClass())) {
      hints.add(
          "no device in the cluster matches class " + alternative.deviceClass().metadata().name());
    }
    return List.copyOf(hints);
  }

  /** Returns the names that may have been meant by selectors that fail. */
  List<String> onFailure(Alternative alternative, NodeCandidates devices) {
    var hints = new LinkedHashSet<String>();
    alternative.selectors().forEach(it -> misspelt(it.reads(), devices, hints));
    return List.copyOf(hints);
  }

  private static Selector selector(Alternative alternative, Reason.SelectorPlace place) {
    int position =
        place.isOfClass()
            ? place.number()
            : alternative.deviceClass().spec().selectors().size() + place.number();
    return alternative.selectors().get(position);
  }

  private static ReadSet reading(String attribute, NodeCandidates devices) {
    var names = new TreeSet<EntryName>();
    for (var part : devices.parts()) {
      var driver = part.view().id().driver();
      names.add(EntryName.of(EntryName.Part.ATTRIBUTES, attribute, driver));
    }
    return new ReadSet(new TreeSet<>(), new TreeSet<>(), new TreeSet<>(), names);
  }

  /**
   * Adds hints for names that no device has; a name that devices elsewhere have is spelt as meant.
   */
  private void misspelt(ReadSet reads, NodeCandidates devices, SequencedSet<String> hints) {
    var here = new ArrayList<DeviceTable>();
    devices.parts().forEach(part -> here.add(part.candidates().generation().table()));
    if (Unpublished.in(reads, here).isEmpty()) {
      return;
    }
    var all = snapshot.pools().stream().map(pool -> pool.newest().table()).toList();
    for (var unpublished : Unpublished.in(reads, all)) {
      hints.add(
          "no device has the %s; did you mean the %s?"
              .formatted(text(unpublished.name()), text(unpublished.nearest())));
    }
  }

  private static String text(EntryName name) {
    return switch (name.part()) {
      case ATTRIBUTES -> "attribute " + name.qualified();
      case CAPACITY -> "capacity " + name.qualified();
    };
  }

  private static String toleration(DeviceTaint taint) {
    var value =
        taint.value().isEmpty() ? "operator: Exists" : "operator: Equal, value: " + taint.value();
    return "to use devices with the taint %s, add the toleration {key: %s, %s, effect: %s}"
        .formatted(ExplanationText.taint(taint), taint.key(), value, taint.effect());
  }

  private boolean isMatchedAnywhere(DeviceClass deviceClass) {
    return matched.computeIfAbsent(deviceClass.metadata().name(), _ -> look(deviceClass));
  }

  private boolean look(DeviceClass deviceClass) {
    var all = new ArrayList<Selector>();
    for (var selector : deviceClass.spec().selectors()) {
      selector.cel().ifPresent(cel -> all.add(selectorCache.selector(cel.expression())));
    }
    return snapshot.pools().stream()
        .anyMatch(pool -> !selectorCache.select(all, pool.newest().table()).matching().isEmpty());
  }
}
