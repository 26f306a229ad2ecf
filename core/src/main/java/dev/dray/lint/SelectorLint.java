package dev.dray.lint;

import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.claim.DeviceConstraint;
import dev.dray.api.resource.claim.DeviceDerivedAttribute;
import dev.dray.api.resource.claim.DeviceSelector;
import dev.dray.cluster.Cluster;
import dev.dray.lint.ClaimSpec.Request;
import dev.dray.lint.PublishedDevices.Failure;
import dev.dray.lint.PublishedDevices.Found;
import dev.dray.selector.EntryName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The check for classes, claims and templates that ask for devices nobody publishes. */
final class SelectorLint {
  private final Cluster cluster;
  private final PublishedDevices publishedDevices;
  private final NameLint names;
  private final List<LintFinding> remarks;

  /** The classes already reported to match nothing: requests for them are not reported again. */
  private final Set<String> empty = new HashSet<>();

  SelectorLint(Cluster cluster, PublishedDevices publishedDevices, List<LintFinding> remarks) {
    this.cluster = cluster;
    this.publishedDevices = publishedDevices;
    this.remarks = remarks;
    names = new NameLint(publishedDevices);
  }

  void look() {
    cluster.classes().forEach(this::look);
    ClaimSpec.of(cluster).forEach(this::look);
  }

  private void look(DeviceClass deviceClass) {
    var name = ObjectName.of(deviceClass);
    var selectors = deviceClass.spec().selectors();
    var at = FieldPath.of("spec", "selectors");
    var unpublished = names.look(name, selectors, at);
    remarks.addAll(unpublished);
    var found = publishedDevices.find(selectors);
    if (unpublished.isEmpty()) {
      found.ifPresent(it -> remarks.addAll(selection(name, selectors, 0, at, it)));
    }
    if (found.isPresent() && found.get().matching() == 0) {
      empty.add(deviceClass.metadata().name());
    }
  }

  private void look(ClaimSpec claim) {
    var byRequest = new TreeMap<Integer, List<Request>>();
    claim
        .requests()
        .forEach(it -> byRequest.computeIfAbsent(it.number(), _ -> new ArrayList<>()).add(it));
    byRequest.values().forEach(alternatives -> look(claim, alternatives));
    constraints(claim);
  }

  /**
   * Reports the alternatives of a request if none can be satisfied; one is enough, as the others
   * may be for other clusters.
   */
  private void look(ClaimSpec claim, List<Request> alternatives) {
    var unmet = new ArrayList<LintFinding>();
    boolean met = false;
    for (var request : alternatives) {
      var unpublished =
          names.look(claim.name(), request.selectors(), request.path().child("selectors"));
      remarks.addAll(unpublished);
      var found = unpublished.isEmpty() ? unmet(claim, request) : List.<LintFinding>of();
      remarks.addAll(found.stream().filter(it -> it.rule() == LintRule.SELECTOR_FAILS).toList());
      var never = found.stream().filter(it -> it.rule() != LintRule.SELECTOR_FAILS).toList();
      unmet.addAll(never);
      met |= never.isEmpty() && unpublished.isEmpty();
    }
    if (!met) {
      remarks.addAll(unmet);
    }
  }

  private List<LintFinding> unmet(ClaimSpec claim, Request request) {
    var deviceClass = publishedDevices.deviceClass(request.deviceClass());
    if (deviceClass.isEmpty() || empty.contains(request.deviceClass())) {
      return List.of();
    }
    var ofClass = deviceClass.get().spec().selectors();
    var all = Stream.concat(ofClass.stream(), request.selectors().stream()).toList();
    var found = publishedDevices.find(all);
    if (found.isEmpty()) {
      return List.of();
    }
    var at = request.path().child("selectors");
    var ofSelectors = selection(claim.name(), all, ofClass.size(), at, found.get());
    return found.get().matching() == 0
        ? ofSelectors
        : Stream.concat(ofSelectors.stream(), amounts(claim, request, all, found.get()).stream())
            .toList();
  }

  /**
   * Returns the findings about the selectors themselves.
   *
   * @param before how many of the selectors belong to the class, and so not to this object
   */
  private List<LintFinding> selection(
      ObjectName about, List<DeviceSelector> selectors, int before, FieldPath at, Found found) {
    if (publishedDevices.size() == 0) {
      return List.of();
    }
    var failure = found.failure().filter(it -> it.selector() >= before);
    if (failure.isPresent()) {
      return List.of(fails(about, at, before, failure.get(), found));
    }
    return found.matching() == 0 && selectors.size() > before && found.failure().isEmpty()
        ? List.of(matchesNothing(about, selectors, before, at))
        : List.of();
  }

  private LintFinding fails(
      ObjectName about, FieldPath at, int before, Failure failure, Found found) {
    return LintFinding.warning(
            LintRule.SELECTOR_FAILS,
            about,
            expression(at, failure.selector() - before),
            "the selector fails on %d of %s, for example %s: %s"
                .formatted(
                    found.failing(),
                    LintPhrases.count(publishedDevices.size(), "device"),
                    failure.device(),
                    failure.message()))
        .hint(
            "an allocation that reaches such a device is aborted; check first, as in"
                + " \"name\" in device.attributes[\"domain\"] && …");
  }

  /** Returns a finding with the selector after which no device was left. */
  private LintFinding matchesNothing(
      ObjectName about, List<DeviceSelector> selectors, int before, FieldPath at) {
    long left = publishedDevices.size();
    for (int i = 0; i < selectors.size(); i++) {
      long next =
          publishedDevices.find(selectors.subList(0, i + 1)).map(Found::matching).orElse(0L);
      if (next == 0) {
        var which = i < before ? at : expression(at, i - before);
        var of =
            left == publishedDevices.size()
                ? "none of the %s".formatted(LintPhrases.count(left, "published device"))
                : "none of the %s that the selectors before it leave of %d"
                    .formatted(LintPhrases.count(left, "device"), publishedDevices.size());
        return LintFinding.warning(
                LintRule.MATCHES_NOTHING, about, which, "the selector matches %s".formatted(of))
            .hint("compare with what devices have: dray flatten -f … shows their attributes");
      }
      left = next;
    }
    throw new IllegalStateException("The selectors (%s) match a device.".formatted(selectors));
  }

  private static FieldPath expression(FieldPath selectors, int index) {
    return selectors.index(index).child("cel").child("expression");
  }

  private List<LintFinding> amounts(
      ClaimSpec claim, Request request, List<DeviceSelector> selectors, Found found) {
    var remarks = new ArrayList<LintFinding>();
    if (!request.all() && !found.shareable() && request.count() > found.mostOnANode()) {
      remarks.add(
          LintFinding.warning(
                  LintRule.TOO_MANY_DEVICES,
                  claim.name(),
                  request.path().child("count"),
                  "the request asks for %d devices, but no node sees more than %d that match"
                      .formatted(request.count(), found.mostOnANode()))
              .hint(
                  "all devices of a claim come from one node; %s match in the whole cluster"
                      .formatted(found.matching())));
    }
    request
        .capacity()
        .map(it -> it.requests())
        .orElse(Map.of())
        .forEach(
            (name, wanted) ->
                capacity(claim, request, selectors, name, wanted).ifPresent(remarks::add));
    return remarks;
  }

  private Optional<LintFinding> capacity(
      ClaimSpec claim,
      Request request,
      List<DeviceSelector> selectors,
      String name,
      Quantity wanted) {
    var at = request.path().child("capacity").child("requests").key(name);
    var largest = publishedDevices.largest(selectors, name);
    if (largest.isEmpty()) {
      return Optional.of(
          LintFinding.warning(
              LintRule.CAPACITY_NEVER_MET,
              claim.name(),
              at,
              "none of the devices that match has the capacity %s".formatted(name)));
    }
    return wanted.compareTo(largest.get()) <= 0
        ? Optional.empty()
        : Optional.of(
            LintFinding.warning(
                LintRule.CAPACITY_NEVER_MET,
                claim.name(),
                at,
                "the request asks for %s of %s, but no matching device has more than %s"
                    .formatted(wanted, name, largest.get())));
  }

  private void constraints(ClaimSpec claim) {
    var derived =
        claim.requests().stream()
            .flatMap(it -> it.derivedAttributes().stream())
            .map(DeviceDerivedAttribute::name)
            .collect(Collectors.toSet());
    var constraints = claim.spec().devices().constraints();
    for (int i = 0; i < constraints.size(); i++) {
      var at = claim.devices().child("constraints").index(i);
      constraint(claim, constraints.get(i), derived, at);
    }
  }

  private void constraint(
      ClaimSpec claim, DeviceConstraint constraint, Set<String> derived, FieldPath at) {
    constraint
        .matchAttribute()
        .filter(name -> !derived.contains(name))
        .ifPresent(name -> compared(claim, name, at.child("matchAttribute")));
    constraint
        .distinctAttribute()
        .filter(name -> !derived.contains(name))
        .ifPresent(name -> compared(claim, name, at.child("distinctAttribute")));
  }

  private void compared(ClaimSpec claim, String name, FieldPath at) {
    var entry = EntryName.of(EntryName.Part.ATTRIBUTES, name, "");
    if (!publishedDevices.published().contains(entry)) {
      remarks.add(
          LintFinding.warning(
                  LintRule.UNPUBLISHED_NAME,
                  claim.name(),
                  at,
                  "no device has the attribute %s: the constraint can never hold".formatted(name))
              .hint(names.nearestAttribute(entry)));
    }
  }
}
