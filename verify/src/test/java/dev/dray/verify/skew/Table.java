package dev.dray.verify.skew;

import dev.dray.api.codec.ObjectTrees;
import dev.dray.api.codec.text.Limits;
import dev.dray.api.gate.Gate;
import dev.dray.api.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * A folder of skew/.
 *
 * @param given what is there in every cell and does not need the feature
 * @param uses the objects that use the feature
 * @param before pods that are placed while everything is on, in cells whose data are in use
 */
record Table(List<Json.Obj> given, List<Json.Obj> uses, List<String> before, List<Cell> cells) {
  Table {
    given = List.copyOf(given);
    uses = List.copyOf(uses);
    before = List.copyOf(before);
    cells = List.copyOf(cells);
  }

  static Table read(Path folder) {
    var plan =
        (Map<?, ?>)
            new Yaml(new SafeConstructor(new LoaderOptions())).load(text(folder, "cells.yaml"));
    var gate =
        Arrays.stream(Gate.values())
            .filter(it -> it.gateName().equals(plan.get("gate")))
            .findFirst()
            .orElseThrow();
    return new Table(
        objects(text(folder, "given.yaml")),
        objects(text(folder, "uses.yaml")),
        ((List<?>) Cell.field(plan, "before")).stream().map(String::valueOf).toList(),
        ((List<?>) Cell.field(plan, "cells"))
            .stream().map(it -> Cell.read(gate, (Map<?, ?>) it)).toList());
  }

  private static String text(Path folder, String file) {
    try {
      return Files.readString(folder.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Json.Obj> objects(String yaml) {
    return new ObjectTrees(Limits.DEFAULT)
        .parseAll(yaml.getBytes(StandardCharsets.UTF_8)).stream()
            .map(it -> (Json.Obj) ((ObjectTrees.Parsed.Tree) it).value())
            .toList();
  }

  /** A pod that uses the claim of its name. */
  static Json.Obj pod(String name) {
    var container = Json.obj("name", "main", "image", "busybox");
    var claim = Json.obj("name", "device", "resourceClaimName", name);
    return Json.obj(
        "apiVersion",
        "v1",
        "kind",
        "Pod",
        "metadata",
        Json.obj("name", name),
        "spec",
        Json.obj("containers", Json.Arr.of(container), "resourceClaims", Json.Arr.of(claim)));
  }
}
