package dev.dray.bench.worlds;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import tools.jackson.databind.json.JsonMapper;

/** A world that is being written, piece by piece, as pieces of JSON. */
final class WorldText {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final String name;
  private final String description;
  private final int expectedFits;
  private final List<String> nodes = new ArrayList<>();
  private final List<String> classes = new ArrayList<>();
  private final List<String> slices = new ArrayList<>();
  private final List<String> patches = new ArrayList<>();
  private final List<String> claims = new ArrayList<>();
  private final List<String> allocatedDevices = new ArrayList<>();
  private final List<String> allocatedShares = new ArrayList<>();
  private final List<String> allocatedAmounts = new ArrayList<>();
  private final List<String> allocatedClaims = new ArrayList<>();
  private Optional<String> equivalent = Optional.empty();

  WorldText(String name, int expectedFits, String description) {
    this.name = name;
    this.expectedFits = expectedFits;
    this.description = description;
  }

  String name() {
    return name;
  }

  /** Which world says the same without what upstream does not know. */
  WorldText upstreamReads(String equivalent) {
    this.equivalent = Optional.of(equivalent);
    return this;
  }

  WorldText node(String node) {
    nodes.add(
        """
        {"apiVersion": "v1", "kind": "Node",
         "metadata": {"name": "%1$s", "labels": {"kubernetes.io/hostname": "%1$s"}}}
        """
            .formatted(node));
    return this;
  }

  /** A class of everything that a driver has. */
  WorldText classOf(String driver, String name) {
    classes.add(
        """
        {"apiVersion": "resource.k8s.io/v1", "kind": "DeviceClass", "metadata": {"name": "%s"},
         "spec": {"selectors": [{"cel": {"expression": %s}}]}}
        """
            .formatted(name, quoted("device.driver == \"%s\"".formatted(driver))));
    return this;
  }

  /** Adds a slice: its content is everything in the spec beside driver, pool and node. */
  WorldText slice(String name, LocalPool pool, String content) {
    slices.add(
        """
        {"apiVersion": "resource.k8s.io/v1", "kind": "ResourceSlice", "metadata": {"name": "%1$s"},
         "spec": {"driver": "%2$s",
          "pool": {"name": "%3$s", "generation": 1, "resourceSliceCount": %4$s},
          "nodeName": "%3$s", %5$s}}
        """
            .formatted(name, pool.driver(), pool.node(), pool.slices(), content));
    return this;
  }

  /** Adds a claim with the content of {@code spec.devices}. */
  WorldText claim(String content) {
    claims.add(
        """
        {"apiVersion": "resource.k8s.io/v1", "kind": "ResourceClaim",
         "metadata": {"name": "claim-0", "namespace": "default",
          "uid": "00000000-0000-0000-0000-000000000001"},
         "spec": {"devices": {%s}}}
        """
            .formatted(content));
    return this;
  }

  WorldText patch(String name, String devices) {
    patches.add(
        """
        {"apiVersion": "resource.k8s.io/v1alpha3", "kind": "ResourceSlicePatch",
         "metadata": {"name": "%s"}, "spec": {"devices": {%s}}}
        """
            .formatted(name, devices));
    return this;
  }

  WorldText allocated(LocalPool pool, String device) {
    allocatedDevices.add("{%s}".formatted(pool.id(device)));
    return this;
  }

  WorldText allocatedShare(LocalPool pool, String device, String shareId) {
    allocatedShares.add("{%s, \"shareID\": \"%s\"}".formatted(pool.id(device), shareId));
    return this;
  }

  /** What the shares of a device have of it in sum. */
  WorldText allocatedAmount(LocalPool pool, String device, String capacity, String amount) {
    allocatedAmounts.add(
        "{%s, \"capacity\": {\"%s\": \"%s\"}}".formatted(pool.id(device), capacity, amount));
    return this;
  }

  /** A claim that is allocated, for state of which the lists of upstream know nothing. */
  WorldText allocatedClaim(String claim) {
    allocatedClaims.add(claim);
    return this;
  }

  void write(Path folder) throws IOException {
    try (OutputStream out =
        new GZIPOutputStream(Files.newOutputStream(folder.resolve(name + ".json.gz")))) {
      JSON.writeValue(out, JSON.readTree(json()));
    }
  }

  private String json() {
    var fields = new ArrayList<String>();
    fields.add("\"name\": " + quoted(name));
    fields.add("\"description\": " + quoted(description));
    fields.add("\"expectedFits\": " + expectedFits);
    equivalent.ifPresent(world -> fields.add("\"upstreamReads\": " + quoted(world)));
    fields.add("\"claimsToAllocate\": " + list(claims));
    fields.add("\"classes\": " + list(classes));
    fields.add("\"nodes\": " + list(nodes));
    fields.add("\"slices\": " + list(slices));
    if (!patches.isEmpty()) {
      fields.add("\"patches\": " + list(patches));
    }
    fields.add("\"allocatedDevices\": " + list(allocatedDevices));
    fields.add("\"allocatedSharedDeviceIDs\": " + list(allocatedShares));
    fields.add("\"allocatedCapacityDevices\": " + list(allocatedAmounts));
    if (!allocatedClaims.isEmpty()) {
      fields.add("\"allocatedClaims\": " + list(allocatedClaims));
    }
    return "{" + String.join(",\n", fields) + "}";
  }

  /** A text as a JSON string. */
  static String quoted(String text) {
    return JSON.writeValueAsString(text);
  }

  static String list(List<String> items) {
    return "[" + String.join(",\n", items) + "]";
  }
}
