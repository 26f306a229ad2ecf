package dev.dray.api.validation;

import dev.dray.api.codec.Document;
import dev.dray.api.codec.Manifests;
import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.Violations;
import dev.dray.api.resource.ApiObject;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Manifests as users write them, and what validation finds in them: {@code TYPE path rule}. */
final class Written {
  static final Gates EVERYTHING_ON =
      Gates.defaults()
          .with(Gate.DRA_LIST_TYPE_ATTRIBUTES)
          .with(Gate.DRA_NODE_ALLOCATABLE_RESOURCES)
          .with(Gate.DRA_DERIVED_ATTRIBUTES)
          .with(Gate.DRA_OPTIONAL_NODE_OPERATIONS)
          .with(Gate.DRA_PARTITIONABLE_DEVICES_TYPE);

  private Written() {}

  /** A slice of driver {@code gpu.example.com} on one node, with this in its spec. */
  static ApiObject slice(String more) {
    return sliceWithoutNode("nodeName: node-1\n" + more);
  }

  static ApiObject sliceWithoutNode(String more) {
    return object(
        "ResourceSlice",
        """
        driver: gpu.example.com
        pool: {name: pool, generation: 1, resourceSliceCount: 1}
        """
            + more);
  }

  /** A claim with this under {@code spec.devices}. */
  static ApiObject claim(String devices) {
    return object("ResourceClaim", "devices:\n" + devices.indent(2));
  }

  /** A claim of one request {@code gpu}, with this status. */
  static ApiObject claimWithStatus(String status) {
    return manifest(
        "v1",
        "ResourceClaim",
        """
        spec:
          devices:
            requests:
            - name: gpu
              exactly: {deviceClassName: gpu, allocationMode: ExactCount, count: 1}
            - name: any
              firstAvailable:
              - {name: big, deviceClassName: gpu, allocationMode: ExactCount, count: 1}
        status:
        """
            + status.indent(2));
  }

  /** An object of the kind, with this spec. */
  static ApiObject object(String kind, String spec) {
    return manifest(
        kind.endsWith("Patch") || kind.endsWith("StatusRequest") ? "v1alpha3" : "v1",
        kind,
        "spec:\n" + spec.indent(2));
  }

  static ApiObject manifest(String version, String kind, String body) {
    boolean namespaced = kind.startsWith("ResourceClaim");
    return read(
        """
        apiVersion: resource.k8s.io/%s
        kind: %s
        metadata: {name: thing, resourceVersion: "1"%s}
        """
                .formatted(version, kind, namespaced ? ", namespace: default" : "")
            + body);
  }

  static ApiObject read(String manifest) {
    var documents =
        new Manifests(FieldValidation.STRICT).read(manifest.getBytes(StandardCharsets.UTF_8));
    if (documents.size() == 1
        && documents.getFirst() instanceof Document.Read read
        && !read.hasErrors()) {
      return read.object();
    }
    throw new IllegalArgumentException(
        "The manifest (%s) gave (%s).".formatted(manifest, documents));
  }

  static List<String> onCreate(ApiObject object) {
    return found(Validator.with(EVERYTHING_ON).create(object));
  }

  static List<String> onUpdate(ApiObject object, ApiObject old) {
    return found(Validator.with(EVERYTHING_ON).update(object, old));
  }

  static List<String> onStatusUpdate(ApiObject object, ApiObject old) {
    return found(Validator.with(EVERYTHING_ON).updateStatus(object, old));
  }

  static List<String> found(Violations violations) {
    return violations.stream()
        .map(each -> each.type() + " " + each.path() + " " + each.rule())
        .toList();
  }
}
