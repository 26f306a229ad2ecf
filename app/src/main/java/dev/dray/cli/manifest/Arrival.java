package dev.dray.cli.manifest;

import dev.dray.api.admission.Admission;
import dev.dray.api.codec.Document;
import dev.dray.api.core.Namespace;
import dev.dray.api.core.Node;
import dev.dray.api.core.Pod;
import dev.dray.api.core.Workload;
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
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;

/**
 * The admission of objects into an offline cluster. Values that a server would generate are
 * generated deterministically.
 */
public final class Arrival {
  private final Admission admission;
  private final String namespace;
  private final Instant now;
  private int unnamed;

  public Arrival(Gates gates, String namespace, Instant now) {
    this.admission = new Admission(gates);
    this.namespace = namespace;
    this.now = now;
  }

  /** Returns an object as a server has it after its creation and a write of its status. */
  public ApiObject admitted(ApiObject object) {
    var created = admission.create(object, now).object();
    return switch (object) {
      case ResourceClaim _, DeviceTaintRule _, ResourcePoolStatusRequest _ ->
          admission.updateStatus(object, created, now).object();
      case ResourceSlice _, ResourceClaimTemplate _, DeviceClass _, ResourceSlicePatch _ -> created;
    };
  }

  /** Returns a document with the metadata that a client and a server would fill in. */
  public Document complete(Document document) {
    return switch (document) {
      case Document.Read(var object, var version, var problems, var place) -> {
        var namespaced = object.kind().scope() == Kind.Scope.NAMESPACED;
        var metadata = complete(object.kind().kindName(), object.metadata(), namespaced);
        yield new Document.Read(object.withMetadata(metadata), version, problems, place);
      }
      case Document.Core(Pod pod, var problems, var place) ->
          new Document.Core(
              pod.withMetadata(complete("Pod", pod.metadata(), true)), problems, place);
      case Document.Core(Node node, var problems, var place) ->
          new Document.Core(
              node.withMetadata(complete("Node", node.metadata(), false)), problems, place);
      case Document.Core(Namespace it, var problems, var place) ->
          new Document.Core(
              it.withMetadata(complete("Namespace", it.metadata(), false)), problems, place);
      case Document.Core(Workload it, var problems, var place) ->
          new Document.Core(
              it.withMetadata(complete(it.kindName(), it.metadata(), true)), problems, place);
      case Document.Unreadable _, Document.Foreign _ -> document;
    };
  }

  private ObjectMeta complete(String kind, ObjectMeta written, boolean namespaced) {
    var in = namespaced && written.namespace().isEmpty() ? namespace : written.namespace();
    var name = written.name().isEmpty() ? generated(written) : written.name();
    var uid = written.uid().isEmpty() ? uid(kind, in, name) : written.uid();
    return written.withName(name).withNamespace(in).withUid(uid);
  }

  /**
   * Returns a generated name. A server would append something random; here every run must give the
   * same.
   */
  private String generated(ObjectMeta written) {
    return written.generateName().isEmpty()
        ? ""
        : written.generateName() + "%05d".formatted(unnamed++);
  }

  private static String uid(String kind, String namespace, String name) {
    var seed = kind + "/" + namespace + "/" + name;
    return UUID.nameUUIDFromBytes(seed.getBytes(StandardCharsets.UTF_8)).toString();
  }
}
