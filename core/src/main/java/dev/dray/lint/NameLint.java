package dev.dray.lint;

import dev.dray.api.meta.FieldPath;
import dev.dray.api.resource.claim.DeviceSelector;
import dev.dray.selector.EntryName;
import dev.dray.selector.ReadSet;
import dev.dray.selector.Unpublished;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The check for names that expressions read and no device has; for one thread. */
final class NameLint {
  private final PublishedDevices publishedDevices;

  /** The hints found so far: many claims read the same names. */
  private final Map<EntryName, Optional<String>> known = new HashMap<>();

  NameLint(PublishedDevices publishedDevices) {
    this.publishedDevices = publishedDevices;
  }

  List<LintFinding> look(ObjectName about, List<DeviceSelector> selectors, FieldPath at) {
    var remarks = new ArrayList<LintFinding>();
    for (int i = 0; i < selectors.size(); i++) {
      var place = at.index(i).child("cel").child("expression");
      publishedDevices
          .reads(selectors.get(i))
          .ifPresent(reads -> missing(reads).forEach(it -> remarks.add(remark(about, place, it))));
    }
    return remarks;
  }

  /**
   * Returns the names that are mistakes: those for which devices have a similar name, or others of
   * the same domain. A name of a domain that nobody uses probably belongs to a driver that was not
   * given.
   */
  private List<EntryName> missing(ReadSet reads) {
    return reads.entries().stream()
        .filter(name -> !publishedDevices.published().contains(name))
        .filter(name -> hint(name).isPresent())
        .toList();
  }

  private LintFinding remark(ObjectName about, FieldPath at, EntryName name) {
    return LintFinding.warning(
            LintRule.UNPUBLISHED_NAME,
            about,
            at,
            "no device has the %s %s, which the selector reads"
                .formatted(word(name), name.qualified()))
        .hint(hint(name));
  }

  private static String word(EntryName name) {
    return switch (name.part()) {
      case ATTRIBUTES -> "attribute";
      case CAPACITY -> "capacity";
    };
  }

  private Optional<String> hint(EntryName name) {
    return known.computeIfAbsent(name, this::findHint);
  }

  private Optional<String> findHint(EntryName name) {
    return Unpublished.nearest(name, publishedDevices.published())
        .map(it -> "did you mean %s?".formatted(written(it)))
        .or(
            () ->
                publishedDevices.knowsDomain(name.domain())
                    ? Optional.of(others(name))
                    : Optional.empty());
  }

  /** Returns the name as an expression reads it. */
  private static String written(EntryName name) {
    var part =
        switch (name.part()) {
          case ATTRIBUTES -> "attributes";
          case CAPACITY -> "capacity";
        };
    return "device.%s[\"%s\"].%s".formatted(part, name.domain(), name.id());
  }

  private String others(EntryName name) {
    var there =
        publishedDevices.published().stream()
            .filter(it -> it.domainName().equals(name.domainName()))
            .map(EntryName::id)
            .collect(Collectors.toCollection(TreeSet::new));
    return there.isEmpty()
        ? "devices have none in the domain %s".formatted(name.domain())
        : "devices have these in the domain %s: %s"
            .formatted(name.domain(), String.join(", ", there));
  }

  /** Returns a hint for an attribute that is named outside of expressions. */
  Optional<String> nearestAttribute(EntryName name) {
    return Unpublished.nearest(name, publishedDevices.published())
        .map(
            it ->
                it.part() == EntryName.Part.CAPACITY
                    ? "%s is a capacity; constraints compare attributes".formatted(it.qualified())
                    : "did you mean %s?".formatted(it.qualified()));
  }
}
