package dev.dray.verify.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

/** Finds the cases below a folder: each {@code .json} file, each line of a {@code .jsonl} file. */
final class Cases {
  private static final ObjectMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxStringLength(Integer.MAX_VALUE)
                          .maxNestingDepth(100_000)
                          .build())
                  .build())
          .build();

  private Cases() {}

  static List<Case> below(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      var cases = new ArrayList<Case>();
      for (var file : files.filter(Files::isRegularFile).sorted().toList()) {
        if (file.toString().endsWith(".json")) {
          cases.add(read(file, Files.readString(file), fileName(file)));
        } else if (file.toString().endsWith(".jsonl")) {
          readLines(file, cases);
        }
      }
      return cases;
    }
  }

  private static void readLines(Path file, List<Case> cases) throws IOException {
    int line = 0;
    for (var text : Files.readAllLines(file)) {
      line++;
      if (!text.isBlank()) {
        cases.add(read(file, text, fileName(file) + ":" + line));
      }
    }
  }

  private static Case read(Path file, String text, String fallback) {
    var json = JSON.readTree(text);
    return new Case(
        suiteOf(file), text(json, "case").or(() -> text(json, "name")).orElse(fallback), json);
  }

  /** The folder around the file that is named like a suite, or else the folder it is in. */
  private static String suiteOf(Path file) {
    var folder = "";
    for (var name : file.toAbsolutePath()) {
      if (Suite.named(name.toString()).isPresent()) {
        return name.toString();
      }
      folder = name.equals(file.getFileName()) ? folder : name.toString();
    }
    return folder;
  }

  private static Optional<String> text(JsonNode json, String field) {
    return Optional.ofNullable(json.get(field)).filter(JsonNode::isString).map(JsonNode::asString);
  }

  private static String fileName(Path file) {
    return String.valueOf(file.getFileName());
  }

  static JsonNode parse(String json) {
    return JSON.readTree(json);
  }

  /** A piece of a case as the text of a manifest. */
  static String text(JsonNode node) {
    return JSON.writeValueAsString(node);
  }
}
