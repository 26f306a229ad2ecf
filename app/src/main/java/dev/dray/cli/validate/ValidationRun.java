package dev.dray.cli.validate;

import dev.dray.api.codec.Document;
import dev.dray.api.codec.Manifests;
import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.core.Pod;
import dev.dray.api.core.PodStatus;
import dev.dray.api.core.Workload;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.LabelQuery;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.meta.RawJson;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.validation.Validator;
import dev.dray.cli.manifest.Arrival;
import dev.dray.cli.manifest.FieldFinding;
import dev.dray.cli.manifest.Finding;
import dev.dray.cli.manifest.Gathering;
import dev.dray.cli.manifest.InputFile;
import dev.dray.cli.manifest.Inspection;
import dev.dray.cli.manifest.Inspection.Inspected;
import dev.dray.cli.manifest.ManifestObject;
import dev.dray.lint.Lint;
import dev.dray.lint.LintRule;
import dev.dray.lint.ObjectName;
import dev.dray.lint.Portability;
import dev.dray.lint.SliceSize;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A run of all checks on manifests: of each object, of all together, and for a release. */
final class ValidationRun {
  private final Gates gates;
  private final Manifests manifests;
  private final Arrival arrival;
  private final Inspection inspection;
  private final Optional<Portability> target;
  private final LabelQuery labels;
  private final List<ManifestObject> entries = new ArrayList<>();
  private boolean whole = true;

  /**
   * @param gates the features that decide which fields are kept
   * @param validator the rules to check
   * @param target the release the manifests are for, if any
   * @param labels the labels of the objects to check; others are ignored
   */
  record Settings(
      Gates gates,
      Validator validator,
      FieldValidation fieldValidation,
      String namespace,
      Optional<Portability> target,
      LabelQuery labels) {}

  ValidationRun(Settings settings, Instant now) {
    gates = settings.gates();
    manifests = new Manifests(settings.fieldValidation());
    arrival = new Arrival(settings.gates(), settings.namespace(), now);
    inspection = new Inspection(settings.gates(), settings.validator(), now);
    target = settings.target();
    labels = settings.labels();
  }

  void add(InputFile file) {
    manifests.read(file.bytes(), file.firstLine()).stream()
        .filter(this::isSelected)
        .map(arrival::complete)
        .map(document -> inspection.entry(file, document))
        .forEach(entries::add);
  }

  private boolean isSelected(Document document) {
    return switch (document) {
      case Document.Read read -> isSelected(read.object().metadata());
      case Document.Core core -> isSelected(core.object().metadata());
      case Document.Foreign _ -> labels.isEmpty();
      case Document.Unreadable _ -> true;
    };
  }

  private boolean isSelected(ObjectMeta metadata) {
    return labels.matches(metadata.labels());
  }

  /** Returns whether there is nothing to check. */
  boolean isEmpty() {
    return entries.isEmpty();
  }

  /**
   * Returns whether all input could be read. If not, missing objects are not reported: they may be
   * in the unreadable part.
   */
  boolean isWhole() {
    return whole;
  }

  List<Inspected> findings() {
    whole = entries.stream().noneMatch(ManifestObject::hasErrors);
    lint(whole ? LintRule.Knows.ALL : LintRule.Knows.PART);
    entries.forEach(this::port);
    return ManifestObject.inspected(entries);
  }

  private void port(ManifestObject manifestObject) {
    if (manifestObject.document() instanceof Document.Read read) {
      target.ifPresent(
          it ->
              it.of(read.object(), read.version())
                  .forEach(gap -> manifestObject.add(FieldFinding.of(gap))));
    }
  }

  private void lint(LintRule.Knows known) {
    var byName = new LinkedHashMap<ObjectName, ManifestObject>();
    var gathering = new Gathering();
    entries.stream()
        .filter(manifestObject -> !manifestObject.hasErrors())
        .forEach(manifestObject -> gather(manifestObject, gathering, byName));
    var samples = new LinkedHashMap<ObjectName, Workload>();
    gathering.workloads().stream()
        .filter(it -> !isHistory(it))
        .forEach(it -> samples.put(ObjectName.of(sample(it)), it));
    samples.values().forEach(it -> gathering.add(sample(it)));
    for (var lintFinding : new Lint(gates).of(gathering.cluster(), known)) {
      var workload = Optional.ofNullable(samples.get(lintFinding.about()));
      var about = workload.map(ObjectName::of).orElse(lintFinding.about());
      var within = workload.map(it -> it.kind().templatePath()).orElse(FieldPath.ROOT);
      Optional.ofNullable(byName.get(about))
          .ifPresent(
              manifestObject -> manifestObject.add(FieldFinding.of(lintFinding).inside(within)));
    }
  }

  /** Returns whether a deployment keeps this workload only for rollbacks. */
  private static boolean isHistory(Workload workload) {
    return workload.kind() == Workload.Kind.REPLICA_SET && workload.replicas() == 0;
  }

  /**
   * Returns a pod that stands for all pods of the workload, which are alike; its name is unique.
   */
  private static Pod sample(Workload workload) {
    var name = workload.kindName() + "/" + workload.metadata().name();
    return new Pod(
        ObjectMeta.named(name).withNamespace(workload.metadata().namespace()),
        workload.template().spec(),
        PodStatus.EMPTY,
        RawJson.ABSENT);
  }

  private void gather(
      ManifestObject manifestObject, Gathering gathering, Map<ObjectName, ManifestObject> byName) {
    switch (manifestObject.document()) {
      case Document.Read read -> {
        var object = arrival.admitted(read.object());
        if (isNew(ObjectName.of(object), manifestObject, byName)) {
          gathering.add(object);
        }
      }
      case Document.Core core -> {
        if (isNew(ObjectName.of(core.object()), manifestObject, byName)) {
          gathering.add(core.object());
        }
      }
      case Document.Unreadable _, Document.Foreign _ -> {}
    }
  }

  private static boolean isNew(
      ObjectName name, ManifestObject manifestObject, Map<ObjectName, ManifestObject> byName) {
    var first = byName.putIfAbsent(name, manifestObject);
    if (first != null) {
      manifestObject.add(
          new FieldFinding(
              Finding.Severity.WARNING,
              FieldPath.of("metadata", "name"),
              Optional.empty(),
              "%s is defined twice, first at %s:%s"
                  .formatted(name, first.file().name(), first.document().place().start()),
              LintRule.GIVEN_TWICE.id(),
              Optional.of("only the first one was compared with other objects")));
    }
    return first == null;
  }

  /** Returns the sizes of all slices that could be read. */
  List<SliceSize> sizes() {
    return entries.stream()
        .flatMap(
            manifestObject ->
                manifestObject.document() instanceof Document.Read read
                        && read.object() instanceof ResourceSlice slice
                    ? Stream.of(SliceSize.of(slice))
                    : Stream.empty())
        .toList();
  }
}
