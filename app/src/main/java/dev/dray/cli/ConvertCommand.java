package dev.dray.cli;

import dev.dray.api.codec.ApiVersion;
import dev.dray.api.codec.Document;
import dev.dray.api.codec.ManifestWriter;
import dev.dray.api.codec.Manifests;
import dev.dray.api.codec.Problem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code dray convert}: the same objects in another version of the API. */
@Command(
    name = "convert",
    description = "Write manifests in another version of resource.k8s.io.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Objects of kinds that the version does not have, and of other API groups, are named on",
      "standard error and left out; the exit code is then 1.",
      "",
      "Examples:",
      "  dray convert --to v1 -f old-claim.yaml",
      "  dray convert --to v1beta1 -o json -f slices/"
    })
final class ConvertCommand implements Callable<Integer> {
  private final Dray.World world;

  @Mixin private ManifestOptions manifests = new ManifestOptions();

  @Option(
      names = "--to",
      required = true,
      paramLabel = "VERSION",
      description = "v1, v1beta2, v1beta1 or v1alpha3.")
  private String to = "";

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "yaml",
      description = "yaml (the default) or json.")
  private String output = "yaml";

  ConvertCommand(Dray.World world) {
    this.world = world;
  }

  @Override
  public Integer call() {
    var version = version();
    var format = format();
    var texts = new ArrayList<String>();
    var left = new ArrayList<String>();
    for (var file : manifests.read(world.in())) {
      for (var document : new Manifests(manifests.fieldValidation()).read(file.bytes())) {
        convert(file, document, version, format, texts, left);
      }
    }
    world.out().print(String.join(format == Format.YAML ? "---\n" : "", texts));
    left.forEach(world.err()::println);
    return (left.isEmpty() ? Exit.OK : Exit.FINDINGS).code();
  }

  private enum Format {
    YAML,
    JSON
  }

  private static void convert(
      InputFile file,
      Document document,
      ApiVersion version,
      Format format,
      List<String> texts,
      List<String> left) {
    switch (document) {
      case Document.Read read when read.hasErrors() -> addProblems(file, read.problems(), left);
      case Document.Read read when !version.serves(read.object().kind()) ->
          left.add(
              "%s:%s: error: %s does not have the kind %s."
                  .formatted(
                      file.name(),
                      read.place().start(),
                      version.apiVersion(),
                      read.object().kind().kindName()));
      case Document.Read read -> {
        addProblems(file, read.problems(), left);
        var writer = new ManifestWriter(version);
        texts.add(
            format == Format.YAML
                ? writer.yaml(read.object())
                : writer.indentedJson(read.object()) + "\n");
      }
      case Document.Unreadable(var problems, _) -> addProblems(file, problems, left);
      case Document.Core(var object, _, var place) ->
          left.add(
              "%s:%s: %s of v1 is not of %s and was left out."
                  .formatted(file.name(), place.start(), object.kindName(), ApiVersion.GROUP));
      case Document.Foreign(var apiVersion, var kind, var place) ->
          left.add(
              "%s:%s: %s of %s is not of %s and was left out."
                  .formatted(file.name(), place.start(), kind, apiVersion, ApiVersion.GROUP));
    }
  }

  private static void addProblems(InputFile file, List<Problem> problems, List<String> left) {
    problems.forEach(
        it ->
            left.add(
                "%s:%s: %s: %s%s"
                    .formatted(
                        file.name(),
                        it.at(),
                        it.severity().name().toLowerCase(Locale.ROOT),
                        it.message(),
                        it.hint().map(hint -> " (" + hint + ")").orElse(""))));
  }

  private ApiVersion version() {
    var wanted = to.startsWith(ApiVersion.GROUP + "/") ? to : ApiVersion.GROUP + "/" + to;
    return ApiVersion.of(wanted)
        .orElseThrow(
            () ->
                manifests.mistake(
                    "--to is \"%s\": the versions are %s."
                        .formatted(
                            to,
                            Arrays.stream(ApiVersion.values())
                                .map(ApiVersion::versionName)
                                .collect(Collectors.joining(", ")))));
  }

  private Format format() {
    return switch (output.toLowerCase(Locale.ROOT)) {
      case "yaml" -> Format.YAML;
      case "json" -> Format.JSON;
      default -> throw manifests.mistake("-o is \"%s\": it is yaml or json.".formatted(output));
    };
  }
}
