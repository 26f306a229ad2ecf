package dev.dray.cli.manifest;

import dev.dray.api.codec.Document;
import dev.dray.api.codec.Manifests;
import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.core.CoreObject;
import dev.dray.api.core.Workload;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.resource.ApiObject;
import dev.dray.cli.manifest.Inspection.Inspected;
import dev.dray.cluster.Cluster;
import dev.dray.framework.whatif.ClusterChanges;
import dev.dray.workload.Expansion;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A cluster read from files.
 *
 * <p>Objects are admitted as by an API server: defaults filled in, fields of disabled features
 * dropped, every rule checked.
 */
public final class ClusterFiles {
  private final Inspection inspection;
  private final Manifests manifests;
  private final Arrival arrival;

  private final Places places = new Places();
  private final List<Inspected> inspected = new ArrayList<>();
  private final Gathering gathering = new Gathering();

  public ClusterFiles(Gates gates, FieldValidation fieldValidation, String namespace, Instant now) {
    this.inspection = new Inspection(gates, now);
    this.manifests = new Manifests(fieldValidation);
    this.arrival = new Arrival(gates, namespace, now);
  }

  public void add(InputFile file) {
    var documents =
        manifests.read(file.bytes(), file.firstLine()).stream().map(arrival::complete).toList();
    var found = inspection.inspect(file, documents);
    for (int i = 0; i < documents.size(); i++) {
      inspected.add(found.get(i));
      if (found.get(i).valid()) {
        add(new Places.At(file, documents.get(i).place()), documents.get(i));
      }
    }
  }

  private void add(Places.At at, Document document) {
    switch (document) {
      case Document.Read read -> add(at, read.object());
      case Document.Core core -> add(at, core.object());
      case Document.Unreadable _, Document.Foreign _ -> {}
    }
  }

  private void add(Places.At at, ApiObject object) {
    if (isNew(at, object.kind().kindName(), object.metadata())) {
      gathering.add(arrival.admitted(object));
    }
  }

  private void add(Places.At at, CoreObject object) {
    if (object.metadata().name().isEmpty()) {
      complain(at, "%s: metadata.name: Required value".formatted(object.kindName()), "unnamed");
    } else if (isNew(at, object.kindName(), object.metadata())) {
      gathering.add(object);
    }
  }

  private boolean isNew(Places.At at, String kind, ObjectMeta metadata) {
    var key = new Places.Key(kind, metadata.namespace(), metadata.name());
    var before = places.put(key, at);
    before.ifPresent(
        first ->
            complain(at, "%s is defined twice, first at %s".formatted(key, first), "given-twice"));
    return before.isEmpty();
  }

  private void complain(Places.At at, String message, String rule) {
    var finding =
        new Finding(
            Finding.Severity.ERROR,
            at.file(),
            at.place().start(),
            "",
            message,
            rule,
            Optional.empty());
    inspected.add(new Inspected("", Inspection.Kindred.OURS, List.of(finding)));
  }

  /** Returns the inspection of every object, with or without findings. */
  public List<Inspected> inspected() {
    return inspected;
  }

  /**
   * Returns this cluster with the objects of the files, which replace those with the same name, and
   * with the pods of workloads. To be called before {@link #inspected}, because there may be too
   * many pods, which is a finding.
   */
  public Cluster in(Cluster around) {
    var workloads = gathering.workloads();
    var kept = Expansion.withoutWaiting(around, workloads);
    var cluster = ClusterChanges.with(kept, gathering.cluster());
    var pods = new ArrayList<>(cluster.pods());
    for (var made : Expansion.of(cluster, workloads)) {
      made.pods().forEach(pod -> places.put(key(pod), at(made.workload())));
      pods.addAll(made.pods());
      if (made.tooMany()) {
        complain(at(made.workload()), tooMany(made), "too-many-pods");
      }
    }
    return cluster.withPods(pods);
  }

  private Places.At at(Workload workload) {
    return places.of(key(workload)).orElseThrow();
  }

  private static String tooMany(Expansion.Made made) {
    return "%s lacks %,d pods: at most %,d are created for all workloads together"
        .formatted(key(made.workload()), made.missing(), Expansion.MOST_PODS);
  }

  private static Places.Key key(CoreObject object) {
    return new Places.Key(
        object.kindName(), object.metadata().namespace(), object.metadata().name());
  }
}
