package dev.dray.kinds.core;

import dev.dray.api.json.Json;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.kinds.Edits;
import dev.dray.kinds.FieldMistakes;
import dev.dray.kinds.TreeRules;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/** The rules of secrets: like config maps, but never shown in a message. */
public final class SecretRules implements TreeRules {

  /**
   * {@inheritDoc}
   *
   * <p>Text in {@code stringData} is stored as bytes, and wins over {@code data}.
   */
  @Override
  public Json.Obj defaulted(Json.Obj object) {
    var data = object.object("data");
    for (var entry : object.map("stringData").entrySet()) {
      var bytes = entry.getValue().getBytes(StandardCharsets.UTF_8);
      data = data.with(entry.getKey(), Json.of(Base64.getEncoder().encodeToString(bytes)));
    }
    var folded = object.without("stringData");
    return Edits.fill(
        data.isEmpty() ? folded : folded.with("data", data), "type", Json.of("Opaque"));
  }

  @Override
  public Violations mistakes(Json.Obj object) {
    var data = object.object("data");
    var found =
        DataRules.keys(data, "data").and(DataRules.size(DataRules.decodedBytes(data), "data"));
    for (var key : needed(object.text("type"))) {
      if (!data.has(key)) {
        found = found.and(Violation.required(FieldPath.of("data").key(key), ""));
      }
    }
    return found.and(account(object));
  }

  private static List<String> needed(String type) {
    return switch (type) {
      case "kubernetes.io/tls" -> List.of("tls.crt", "tls.key");
      case "kubernetes.io/dockerconfigjson" -> List.of(".dockerconfigjson");
      case "kubernetes.io/dockercfg" -> List.of(".dockercfg");
      case "kubernetes.io/ssh-auth" -> List.of("ssh-privatekey");
      default -> List.of();
    };
  }

  private static Violations account(Json.Obj object) {
    var annotation = "kubernetes.io/service-account.name";
    return object.text("type").equals("kubernetes.io/service-account-token")
            && object.text("metadata", "annotations", annotation).isEmpty()
        ? Violations.of(
            Violation.required(FieldPath.of("metadata", "annotations").key(annotation), ""))
        : Violations.NONE;
  }

  @Override
  public Violations changeMistakes(Json.Obj object, Json.Obj stored) {
    return FieldMistakes.kept(object, stored, "type", FieldMistakes.IMMUTABLE)
        .and(DataRules.kept(object, stored, "data"));
  }
}
