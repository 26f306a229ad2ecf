package dev.dray.cli;

import dev.dray.api.admission.Admission;
import dev.dray.api.codec.Document;
import dev.dray.api.codec.FieldValidation;
import dev.dray.api.codec.Manifests;
import dev.dray.api.core.ClusterNode;
import dev.dray.api.core.CoreObject;
import dev.dray.api.core.Pod;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.resource.ApiObject;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.Kind;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimTemplate;
import dev.dray.api.resource.ResourcePoolStatusRequest;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.cli.Inspection.Inspected;
import dev.dray.cluster.Cluster;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Files read as a cluster.
 *
 * <p>Objects are taken in as an API server would: defaults filled in, fields of switched-off
 * features dropped, every rule checked. What a server would add is added so that it comes out the
 * same every time.
 */
final class ClusterFiles {
  private final Inspection inspection;
  private final Manifests manifests;
  private final Admission admission;
  private final String namespace;
  private final Instant now;

  private final Places places = new Places();
  private final List<Inspected> inspected = new ArrayList<>();
  private final List<ResourceSlice> slices = new ArrayList<>();
  private final List<DeviceClass> classes = new ArrayList<>();
  private final List<ResourceSlicePatch> patches = new ArrayList<>();
  private final List<DeviceTaintRule> taintRules = new ArrayList<>();
  private final List<ResourceClaim> claims = new ArrayList<>();
  private final List<ResourceClaimTemplate> templates = new ArrayList<>();
  private final List<Pod> pods = new ArrayList<>();
  private final List<ClusterNode> nodes = new ArrayList<>();

  ClusterFiles(Gates gates, FieldValidation fieldValidation, String namespace, Instant now) {
    this.inspection = new Inspection(gates, fieldValidation, now);
    this.manifests = new Manifests(fieldValidation);
    this.admission = new Admission(gates);
    this.namespace = namespace;
    this.now = now;
  }

  void add(InputFile file) {
    for (var read : manifests.read(file.bytes())) {
      var document = complete(read);
      var found = inspection.inspect(file, document);
      inspected.add(found);
      if (found.valid()) {
        add(new Places.At(file, document.place()), document);
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
      keep(admitted(object));
    }
  }

  /** As a server has it once it was created and its status was written. */
  private ApiObject admitted(ApiObject object) {
    var created = admission.create(object, now).object();
    return switch (object) {
      case ResourceClaim _, DeviceTaintRule _, ResourcePoolStatusRequest _ ->
          admission.updateStatus(object, created, now).object();
      case ResourceSlice _, ResourceClaimTemplate _, DeviceClass _, ResourceSlicePatch _ -> created;
    };
  }

  private void keep(ApiObject object) {
    switch (object) {
      case ResourceSlice it -> slices.add(it);
      case DeviceClass it -> classes.add(it);
      case ResourceSlicePatch it -> patches.add(it);
      case DeviceTaintRule it -> taintRules.add(it);
      case ResourceClaim it -> claims.add(it);
      case ResourceClaimTemplate it -> templates.add(it);
      case ResourcePoolStatusRequest _ -> {}
    }
  }

  private void add(Places.At at, CoreObject object) {
    if (object.metadata().name().isEmpty()) {
      complain(at, "%s: metadata.name: Required value".formatted(object.kindName()), "unnamed");
    } else if (isNew(at, object.kindName(), object.metadata())) {
      switch (object) {
        case Pod pod -> pods.add(pod);
        case ClusterNode node -> nodes.add(node);
      }
    }
  }

  private boolean isNew(Places.At at, String kind, ObjectMeta metadata) {
    var key = new Places.Key(kind, metadata.namespace(), metadata.name());
    var before = places.put(key, at);
    before.ifPresent(
        first ->
            complain(at, "%s is given twice, first at %s".formatted(key, first), "given-twice"));
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

  /** With the metadata that a client and a server would fill in. */
  private Document complete(Document document) {
    return switch (document) {
      case Document.Read(var object, var version, var problems, var place) -> {
        var namespaced = object.kind().scope() == Kind.Scope.NAMESPACED;
        var metadata = complete(object.kind().kindName(), object.metadata(), namespaced);
        yield new Document.Read(object.withMetadata(metadata), version, problems, place);
      }
      case Document.Core(Pod pod, var problems, var place) ->
          new Document.Core(
              pod.withMetadata(complete("Pod", pod.metadata(), true)), problems, place);
      case Document.Core(ClusterNode node, var problems, var place) ->
          new Document.Core(
              node.withMetadata(complete("Node", node.metadata(), false)), problems, place);
      case Document.Unreadable _, Document.Foreign _ -> document;
    };
  }

  private ObjectMeta complete(String kind, ObjectMeta written, boolean namespaced) {
    var in = namespaced && written.namespace().isEmpty() ? namespace : written.namespace();
    var name = written.name().isEmpty() ? generated(written) : written.name();
    var uid = written.uid().isEmpty() ? uid(kind, in, name) : written.uid();
    return new ObjectMeta(
        name,
        written.generateName(),
        in,
        written.selfLink(),
        uid,
        written.resourceVersion(),
        written.generation(),
        written.creationTimestamp(),
        written.deletionTimestamp(),
        written.deletionGracePeriodSeconds(),
        written.labels(),
        written.annotations(),
        written.ownerReferences(),
        written.finalizers(),
        written.managedFields());
  }

  /** A server would append something random; here every run must give the same. */
  private String generated(ObjectMeta written) {
    return written.generateName().isEmpty()
        ? ""
        : written.generateName() + "%05d".formatted(inspected.size());
  }

  private static String uid(String kind, String namespace, String name) {
    var seed = kind + "/" + namespace + "/" + name;
    return UUID.nameUUIDFromBytes(seed.getBytes(StandardCharsets.UTF_8)).toString();
  }

  /** Everything that was found out about the files, mistakes or not. */
  List<Inspected> inspected() {
    return inspected;
  }

  Places places() {
    return places;
  }

  Cluster cluster() {
    return new Cluster(slices, classes, patches, taintRules, claims, templates, pods, nodes);
  }
}
