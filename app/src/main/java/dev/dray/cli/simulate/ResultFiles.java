package dev.dray.cli.simulate;

import dev.dray.api.codec.ManifestWriter;
import dev.dray.api.codec.shape.ApiVersion;
import dev.dray.api.core.CoreObject;
import dev.dray.api.resource.ApiObject;
import dev.dray.cli.options.ClusterOptions;
import dev.dray.cluster.Cluster;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The objects of a cluster, written as a list that kubectl and dray can read. */
final class ResultFiles {
  private final Map<String, List<?>> objects = new LinkedHashMap<>();

  /**
   * @param all whether to write more than pods and claims
   */
  ResultFiles(Cluster cluster, boolean all) {
    if (all) {
      objects.put("namespaces", cluster.namespaces());
      objects.put("nodes", cluster.nodes());
      objects.put("deviceclasses", cluster.classes());
      objects.put("resourceslices", cluster.slices());
      objects.put("resourceslicepatches", cluster.patches());
      objects.put("devicetaintrules", cluster.taintRules());
      objects.put("resourceclaimtemplates", cluster.templates());
    }
    objects.put("resourceclaims", cluster.claims());
    objects.put("pods", cluster.pods());
  }

  void printYaml(PrintWriter out) {
    printYaml(everything(), out);
  }

  private List<Object> everything() {
    var everything = new ArrayList<Object>();
    objects.values().forEach(everything::addAll);
    return everything;
  }

  private static void printYaml(List<?> items, PrintWriter out) {
    out.print("apiVersion: v1\nkind: List\n");
    out.print(items.isEmpty() ? "items: []\n" : "items:\n");
    for (var item : items) {
      var start = "- ";
      for (var lines = yaml(item).lines().iterator(); lines.hasNext(); start = "  ") {
        var line = lines.next();
        out.print(line.isEmpty() ? "\n" : start + line + "\n");
      }
    }
  }

  private static String yaml(Object item) {
    return switch (item) {
      case CoreObject core -> new ManifestWriter(ApiVersion.V1).yaml(core);
      case ApiObject object -> new ManifestWriter(version(object)).yaml(object);
      default -> throw new IllegalArgumentException("Not an object (%s).".formatted(item));
    };
  }

  void printJson(PrintWriter out) {
    out.print("{\n  \"apiVersion\": \"v1\",\n  \"kind\": \"List\",\n  \"items\": [");
    Iterator<Object> items = everything().iterator();
    while (items.hasNext()) {
      out.print("\n");
      out.print(json(items.next()).indent(4).stripTrailing());
      out.print(items.hasNext() ? "," : "\n  ");
    }
    out.print("]\n}\n");
  }

  private static String json(Object item) {
    return switch (item) {
      case CoreObject core -> new ManifestWriter(ApiVersion.V1).indentedJson(core);
      case ApiObject object -> new ManifestWriter(version(object)).indentedJson(object);
      default -> throw new IllegalArgumentException("Not an object (%s).".formatted(item));
    };
  }

  private static ApiVersion version(ApiObject object) {
    return Arrays.stream(ApiVersion.values())
        .filter(version -> version.serves(object.kind()))
        .findFirst()
        .orElseThrow();
  }

  /** Writes a file for each kind that has objects. */
  void write(String folder, ClusterOptions options) {
    try {
      var path = Files.createDirectories(Path.of(folder));
      for (var kind : objects.entrySet()) {
        if (!kind.getValue().isEmpty()) {
          write(path.resolve(kind.getKey() + ".yaml"), kind.getValue());
        }
      }
    } catch (IOException e) {
      throw options.mistake("--output-dir %s: cannot be written: %s".formatted(folder, e));
    }
  }

  private static void write(Path file, List<?> items) throws IOException {
    try (var out = new PrintWriter(Files.newBufferedWriter(file, StandardCharsets.UTF_8))) {
      printYaml(items, out);
      if (out.checkError()) {
        throw new IOException("not all of %s could be written".formatted(file));
      }
    }
  }
}
