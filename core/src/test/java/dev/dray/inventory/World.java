package dev.dray.inventory;

import dev.dray.api.codec.Document;
import dev.dray.api.codec.Manifests;
import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.PoolId;
import dev.dray.api.resource.ApiObject;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSlicePatch;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** An inventory that is told of objects as users write them. */
public final class World {
  public static final String DRIVER = "gpu.example.com";

  private final Inventory inventory;

  private World(Inventory inventory) {
    this.inventory = inventory;
  }

  static World empty() {
    return with(Gates.defaults());
  }

  static World with(Gates gates) {
    return new World(new Inventory(gates));
  }

  /** One that merges what was put as soon as so many devices wait for it. */
  static World impatient(Gates gates, int mostWaiting) {
    return new World(new Inventory(gates, mostWaiting));
  }

  static World without(Gate gate) {
    return with(Gates.defaults().without(gate));
  }

  Inventory inventory() {
    return inventory;
  }

  /** A slice of generation 1 of a pool that has this one slice. */
  World slice(String name, String pool, String spec) {
    return slice(name, pool, 1, 1, spec);
  }

  World slice(String name, String pool, int generation, int count, String spec) {
    return slice(name, DRIVER, pool, generation, count, spec);
  }

  World slice(String name, String driver, String pool, int generation, int count, String spec) {
    var header =
        """
        driver: %s
        pool: {name: %s, generation: %d, resourceSliceCount: %d}
        """
            .formatted(driver, pool, generation, count);
    return put("v1", "ResourceSlice", "{name: %s}".formatted(name), header + spec);
  }

  World patch(String name, String devices) {
    return patch(name, "2026-01-01T00:00:00Z", devices);
  }

  World patch(String name, String created, String devices) {
    return put(
        "v1alpha3",
        "ResourceSlicePatch",
        "{name: %s, creationTimestamp: '%s'}".formatted(name, created),
        "devices:\n" + devices.indent(2));
  }

  World rule(String name, String spec) {
    return put("v1", "DeviceTaintRule", "{name: %s}".formatted(name), spec);
  }

  World deviceClass(String name, String expression) {
    return put(
        "v1",
        "DeviceClass",
        "{name: %s}".formatted(name),
        "selectors:\n- cel: {expression: '%s'}\n".formatted(expression));
  }

  /** Puts an object as {@code kubectl edit} or {@code kubectl apply} would leave it. */
  World put(String version, String kind, String metadata, String spec) {
    var manifest =
        """
        apiVersion: resource.k8s.io/%s
        kind: %s
        metadata: %s
        spec:
        """
                .formatted(version, kind, metadata)
            + spec.indent(2);
    put(read(manifest));
    return this;
  }

  private void put(ApiObject object) {
    switch (object) {
      case ResourceSlice slice -> inventory.put(slice);
      case ResourceSlicePatch patch -> inventory.put(patch);
      case DeviceTaintRule rule -> inventory.put(rule);
      case DeviceClass deviceClass -> inventory.put(deviceClass);
      default -> throw new IllegalArgumentException("Nobody puts (%s).".formatted(object));
    }
  }

  public static ApiObject read(String manifest) {
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

  Snapshot snapshot() {
    return inventory.snapshot();
  }

  /** What a node of this name and without labels sees: a line for each pool. */
  List<String> seenFrom(String node) {
    return seenFrom(LabeledNode.named(node));
  }

  List<String> seenFrom(LabeledNode node) {
    return snapshot().on(node).pools().stream().map(World::text).toList();
  }

  static String text(PoolView view) {
    var text = new StringBuilder(view.id().pool()).append(':');
    for (int i = 0; i < view.size(); i++) {
      text.append(' ').append(view.generation().name(view.row(i)));
    }
    return view.state() == PoolView.State.COMPLETE
        ? text.toString()
        : text.append(" (")
            .append(view.state())
            .append(": ")
            .append(view.reason())
            .append(')')
            .toString();
  }

  PoolGeneration newest(String pool) {
    return snapshot().pool(new PoolId(DRIVER, pool)).orElseThrow().newest();
  }

  DeviceTraits traits(String pool, String device) {
    var generation = newest(pool);
    return generation.traits(generation.traitsNumber(generation.row(device).orElseThrow()));
  }

  /** The attributes as expressions see them: {@code name=value}, by name. */
  List<String> attributes(String pool, String device) {
    var generation = newest(pool);
    var texts = new ArrayList<String>();
    generation
        .table()
        .device(generation.row(device).orElseThrow())
        .attributes()
        .forEach((name, value) -> texts.add(Effective.text(name, value, DRIVER)));
    return texts.stream().sorted().toList();
  }

  /** The capacities of the traits: {@code name=value}, by name. */
  List<String> capacity(String pool, String device) {
    return Effective.capacity(traits(pool, device).capacity());
  }
}
