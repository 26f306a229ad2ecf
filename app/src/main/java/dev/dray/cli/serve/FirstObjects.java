package dev.dray.cli.serve;

import dev.dray.api.codec.Document;
import dev.dray.api.codec.ManifestWriter;
import dev.dray.api.codec.Manifests;
import dev.dray.api.codec.ObjectTrees;
import dev.dray.api.codec.shape.ApiVersion;
import dev.dray.api.codec.shape.DecodingError;
import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.codec.text.Limits;
import dev.dray.api.core.CoreObject;
import dev.dray.api.json.Json;
import dev.dray.api.resource.ApiObject;
import dev.dray.cli.manifest.InputFile;
import dev.dray.client.Resources;
import dev.dray.hardware.Fleet;
import dev.dray.hardware.HardwareKind;
import dev.dray.hardware.SliceLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The initial objects of a cluster: from manifests, and generated from hardware known by name. */
final class FirstObjects implements Fleet.Taker {
  private static final long SEED = 1;

  private final ManifestWriter writer = new ManifestWriter(ApiVersion.V1);
  private final ObjectTrees trees = new ObjectTrees(Limits.DEFAULT);
  private final List<Json.Obj> objects = new ArrayList<>();

  /** A mistake in the arguments or files, described in a sentence. */
  static final class MistakeException extends Exception {
    private static final long serialVersionUID = 1L;

    MistakeException(String message) {
      super(message);
    }
  }

  List<Json.Obj> objects() {
    return List.copyOf(objects);
  }

  long nodes() {
    return objects.stream().filter(it -> it.text("kind").equals("Node")).count();
  }

  /** Generates nodes, such as four of them for {@code h200-mig=4}; one without a number. */
  void generate(String text) throws MistakeException {
    int equals = text.indexOf('=');
    var name = equals < 0 ? text : text.substring(0, equals);
    var kind =
        HardwareKind.named(name.toLowerCase(Locale.ROOT))
            .orElseThrow(
                () ->
                    new MistakeException(
                        "--generate: \"%s\" is not a kind of hardware. The kinds are %s."
                            .formatted(name, kinds())));
    int count = equals < 0 ? 1 : count(text.substring(equals + 1), text);
    var fleet = new Fleet(kind.of(kind.countable().usual()), SliceLayout.MIXINS, SEED);
    fleet.classes(this);
    fleet.nodes(count, this);
  }

  private static int count(String number, String text) throws MistakeException {
    try {
      int count = Integer.parseInt(number);
      if (count >= 1 && count <= 10_000) {
        return count;
      }
    } catch (NumberFormatException _) {
      // Reported below.
    }
    throw new MistakeException(
        "--generate must be KIND=N with a number of nodes from 1 to 10000, such as h200-mig=4, got \"%s\"."
            .formatted(text));
  }

  static String kinds() {
    return Arrays.stream(HardwareKind.values())
        .map(HardwareKind::title)
        .collect(Collectors.joining(", "));
  }

  void read(InputFile file) throws MistakeException {
    for (var document :
        new Manifests(FieldValidation.STRICT).read(file.bytes(), file.firstLine())) {
      switch (document) {
        case Document.Read(var object, _, var problems, _) -> {
          check(file, problems);
          take(object);
        }
        case Document.Core(var object, var problems, _) -> {
          check(file, problems);
          take(object);
        }
        case Document.Unreadable(var problems, _) -> check(file, problems);
        case Document.Foreign(var apiVersion, var kind, var place) ->
            throw new MistakeException(
                "%s:%s: --nodes accepts nodes and objects about devices, not %s of %s. Apply it with kubectl."
                    .formatted(file.name(), place.start(), kind, apiVersion));
      }
    }
  }

  private static void check(InputFile file, List<DecodingError> problems) throws MistakeException {
    for (var error : problems) {
      if (error.severity() == DecodingError.Severity.ERROR) {
        throw new MistakeException(
            "%s:%s: %s %s. Maybe run: dray validate -f %s"
                .formatted(file.name(), error.at(), error.path(), error.message(), file.name()));
      }
    }
  }

  @Override
  public void take(ApiObject object) {
    objects.add(Resources.tree(object));
  }

  @Override
  public void take(CoreObject object) {
    var json = writer.json(object).getBytes(StandardCharsets.UTF_8);
    if (trees.parseJson(json) instanceof ObjectTrees.Parsed.Tree(Json.Obj tree, _)) {
      objects.add(tree);
    }
  }
}
