package dev.dray.lint;

import dev.dray.api.codec.EntryWriter;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.PoolId;
import dev.dray.api.resource.DevicePatchFilter;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.api.resource.claim.DeviceSelector;
import dev.dray.api.resource.device.Device;
import dev.dray.cluster.Cluster;
import dev.dray.inventory.Inventory;
import dev.dray.inventory.patch.Contest;
import dev.dray.inventory.patch.Notice;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** The check for patches and taint rules that do nothing, or less than they should. */
final class AmendmentLint {
  private static final FieldPath FILTER = FieldPath.of("spec", "devices", "filter");
  private static final FieldPath SELECTOR = FieldPath.of("spec", "deviceSelector");

  private final Cluster cluster;
  private final Gates gates;
  private final List<LintFinding> remarks;

  AmendmentLint(Cluster cluster, Gates gates, List<LintFinding> remarks) {
    this.cluster = cluster;
    this.gates = gates;
    this.remarks = remarks;
  }

  void look(Inventory inventory) {
    inventory.takeNotices().stream()
        .filter(it -> it.reason() != Notice.Reason.DANGLING_INCLUDE)
        .forEach(this::notice);
    if (!cluster.patches().isEmpty()) {
      patches();
      inventory.contests().forEach(this::contest);
    }
    cluster.taintRules().forEach(this::rule);
  }

  private void notice(Notice notice) {
    remarks.add(
        LintFinding.warning(
            LintRule.PATCH_FAILS,
            new ObjectName(notice.reason().about().kindName(), "", notice.name()),
            FieldPath.of("spec", "devices"),
            "the patch is not applied to %s, for example %s: %s"
                .formatted(
                    LintPhrases.count(notice.devices(), "device"),
                    notice.device().map(Object::toString).orElse("a counter set"),
                    notice.message())));
  }

  /**
   * Reports a contest of patches. A patch that overrides one of lower priority for some of its
   * devices is what priorities are for. If the priority is the same, or nothing of the other patch
   * is left, it is hardly intended.
   */
  private void contest(Contest contest) {
    var winner = contest.winner().spec().devices().priority().orElse(0);
    var loser = contest.loser().spec().devices().priority().orElse(0);
    if (!winner.equals(loser) && contest.elsewhere() > 0) {
      return;
    }
    switch (contest.entry()) {
      case Contest.Entry.Attribute(var name, var winning, var losing) ->
          overridden(
              contest,
              "attributes",
              "attribute " + name,
              EntryWriter.json(losing),
              EntryWriter.json(winning));
      case Contest.Entry.Capacity(var name, var winning, var losing) ->
          overridden(
              contest,
              "capacity",
              "capacity " + name,
              EntryWriter.json(losing),
              EntryWriter.json(winning));
    }
  }

  private void overridden(
      Contest contest, String field, String entry, String losing, String winning) {
    remarks.add(
        LintFinding.warning(
            LintRule.PATCH_OVERRIDDEN,
            ObjectName.of(contest.loser()),
            FieldPath.of("spec", "devices", field),
            "the %s is not %s on %s, for example %s: ResourceSlicePatch %s sets it to %s and wins, because it is %s"
                .formatted(
                    entry,
                    losing,
                    LintPhrases.count(contest.devices(), "device"),
                    contest.first().getFirst(),
                    contest.winner().metadata().name(),
                    winning,
                    contest.why())));
  }

  /** Checks the filters of patches, which see devices before any patch. */
  private void patches() {
    var unpatched = cluster.withPatches(List.of());
    var publishedDevices =
        new PublishedDevices(unpatched.inventory(gates).snapshot(), cluster.classes());
    var names = new NameLint(publishedDevices);
    for (var patch : cluster.patches()) {
      patch.spec().devices().filter().ifPresent(it -> patch(patch, it, publishedDevices, names));
    }
  }

  private void patch(
      ResourceSlicePatch patch,
      DevicePatchFilter filter,
      PublishedDevices publishedDevices,
      NameLint names) {
    var about = ObjectName.of(patch);
    var unpublished = names.look(about, filter.selectors(), FILTER.child("selectors"));
    remarks.addAll(unpublished);
    var missing = missing(filter.driver(), filter.pool(), filter.device());
    if (missing.isPresent()) {
      remarks.add(
          missing
              .get()
              .remark(LintRule.PATCH_TOUCHES_NOTHING, about, FILTER, "the patch changes nothing"));
      return;
    }
    var ofClass = filter.deviceClassName().flatMap(publishedDevices::deviceClass);
    boolean classMissing = filter.deviceClassName().isPresent() && ofClass.isEmpty();
    if (classMissing || !unpublished.isEmpty()) {
      return;
    }
    var selectors = new ArrayList<DeviceSelector>();
    ofClass.ifPresent(it -> selectors.addAll(it.spec().selectors()));
    selectors.addAll(filter.selectors());
    if (publishedDevices.find(selectors).filter(it -> it.matching() == 0).isPresent()) {
      remarks.add(
          LintFinding.warning(
              LintRule.PATCH_TOUCHES_NOTHING,
              about,
              filter.selectors().isEmpty()
                  ? FILTER.child("deviceClassName")
                  : FILTER.child("selectors"),
              "the patch changes nothing: none of the %s passes its filter"
                  .formatted(LintPhrases.count(publishedDevices.size(), "published device"))));
    }
  }

  private void rule(DeviceTaintRule rule) {
    var about = ObjectName.of(rule);
    var selector = rule.spec().deviceSelector();
    if (selector.isEmpty()) {
      remarks.add(
          LintFinding.warning(
                  LintRule.TAINT_RULE_TOUCHES_NOTHING,
                  about,
                  FieldPath.of("spec"),
                  "a rule without deviceSelector taints no device")
              .hint("write deviceSelector: {} to taint all devices"));
      return;
    }
    missing(selector.get().driver(), selector.get().pool(), selector.get().device())
        .ifPresent(
            it ->
                remarks.add(
                    it.remark(
                        LintRule.TAINT_RULE_TOUCHES_NOTHING,
                        about,
                        SELECTOR,
                        "the rule taints nothing")));
  }

  /** A driver, pool or device that a patch or taint rule names and no slice has. */
  private record Missing(String field, String words, Optional<String> hint) {
    LintFinding remark(LintRule rule, ObjectName about, FieldPath at, String consequence) {
      return LintFinding.warning(rule, about, at.child(field), consequence + ": " + words)
          .hint(hint);
    }
  }

  private Optional<Missing> missing(
      Optional<String> driver, Optional<String> pool, Optional<String> device) {
    var left = newest();
    var ofDriver = narrowed(left, driver, it -> it.id().driver());
    if (ofDriver.isEmpty()) {
      return Optional.of(
          missing("driver", "no slice has the driver ", driver, left, it -> it.id().driver()));
    }
    var ofPool = narrowed(ofDriver, pool, it -> it.id().pool());
    if (ofPool.isEmpty()) {
      return Optional.of(
          missing("pool", "there is no pool ", pool, ofDriver, it -> it.id().pool()));
    }
    return device
        .filter(name -> ofPool.stream().noneMatch(it -> it.devices().contains(name)))
        .map(
            name -> {
              Collection<String> known = new TreeSet<>();
              ofPool.forEach(it -> known.addAll(it.devices()));
              return new Missing(
                  "device",
                  "no slice has a device %s".formatted(name),
                  LintPhrases.didYouMean(name, known));
            });
  }

  /** A pool with the names of its devices. */
  private record Named(PoolId id, Set<String> devices) {}

  private Optional<List<Named>> made = Optional.empty();

  private List<Named> newest() {
    if (made.isEmpty()) {
      made =
          Optional.of(SlicePool.of(cluster.slices()).stream().map(AmendmentLint::named).toList());
    }
    return made.get();
  }

  private static Named named(SlicePool pool) {
    var names = new TreeSet<String>();
    pool.newest()
        .forEach(slice -> slice.spec().devices().stream().map(Device::name).forEach(names::add));
    return new Named(pool.id(), names);
  }

  private static List<Named> narrowed(
      List<Named> pools, Optional<String> wanted, Function<Named, String> of) {
    return wanted.isEmpty()
        ? pools
        : pools.stream().filter(it -> of.apply(it).equals(wanted.get())).toList();
  }

  private static Missing missing(
      String field,
      String words,
      Optional<String> wanted,
      List<Named> pools,
      Function<Named, String> of) {
    var name = wanted.orElse("");
    return new Missing(
        field, words + name, LintPhrases.didYouMean(name, pools.stream().map(of).toList()));
  }
}
