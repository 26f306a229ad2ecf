package dev.dray.client.http;

import dev.dray.api.codec.ObjectTrees;
import dev.dray.api.codec.text.Limits;
import dev.dray.api.json.Json;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** The merged content of kubeconfig files: the first definition of each name counts. */
final class KubeconfigFiles {
  private static final ObjectTrees TREES = new ObjectTrees(Limits.DEFAULT);

  /** The authentication methods that are not supported here. */
  private static final List<String> UNKNOWN_WAYS =
      List.of("exec", "auth-provider", "username", "password");

  private final List<Part> parts;

  private record Part(Path file, Json.Obj tree) {}

  /** An entry of a named list, with its place in messages. */
  private record Entry(Path file, String place, Json.Obj value) {
    String at(String key) {
      return "%s: %s.%s".formatted(file, place, key);
    }

    String text(String key) {
      return value.text(key);
    }
  }

  private KubeconfigFiles(List<Part> parts) {
    this.parts = parts;
  }

  static KubeconfigFiles read(List<Path> files) {
    return new KubeconfigFiles(files.stream().map(KubeconfigFiles::part).toList());
  }

  private static Part part(Path file) {
    var bytes = text(file, file.toString()).getBytes(StandardCharsets.UTF_8);
    return switch (TREES.parse(bytes)) {
      case ObjectTrees.Parsed.Tree(Json.Obj tree, _) -> new Part(file, tree);
      case ObjectTrees.Parsed.Tree _ ->
          throw new KubeconfigException(
              "%s is not a kubeconfig: it must have apiVersion, kind and clusters."
                  .formatted(file));
      case ObjectTrees.Parsed.Malformed(var message, var at) ->
          throw new KubeconfigException("%s:%s: %s".formatted(file, at, message));
    };
  }

  static String text(Path file, String place) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new KubeconfigException(
          "%s: the file (%s) cannot be read: %s. Name a file that exists and is readable."
              .formatted(place, file, e.getClass().getSimpleName()));
    }
  }

  /** Returns the named context, else the current one. */
  Kubeconfig context(String wanted) {
    var name = wanted.isEmpty() ? current() : wanted;
    var context = entry("contexts", "context", name, "Maybe run: kubectl config get-contexts");
    var cluster = entry("clusters", "cluster", named(context, "cluster"), "");
    var user = context.text("user");
    return new Kubeconfig(
        cluster.file().toString(),
        name,
        server(cluster),
        trust(cluster),
        Optional.of(cluster.text("tls-server-name")).filter(it -> !it.isEmpty()),
        user.isEmpty() ? new Credentials.None() : credentials(entry("users", "user", user, "")));
  }

  private String current() {
    return parts.stream()
        .map(it -> it.tree().text("current-context"))
        .filter(it -> !it.isEmpty())
        .findFirst()
        .orElseThrow(
            () ->
                new KubeconfigException(
                    "%s: current-context is missing. Name one of the contexts: --context NAME (there are: %s)"
                        .formatted(files(), names("contexts"))));
  }

  private static String named(Entry entry, String key) {
    var name = entry.text(key);
    if (name.isEmpty()) {
      throw new KubeconfigException("%s is missing.".formatted(entry.at(key)));
    }
    return name;
  }

  private Entry entry(String list, String field, String name, String advice) {
    for (var part : parts) {
      for (var item : part.tree().objects(list)) {
        if (item.text("name").equals(name)) {
          var place = "%s[name=%s].%s".formatted(list, name, field);
          return new Entry(part.file(), place, item.object(field));
        }
      }
    }
    throw new KubeconfigException(
        "%s: %s has no entry with the name \"%s\" (there are: %s). %s"
            .formatted(files(), list, name, names(list), advice)
            .strip());
  }

  private String files() {
    return String.join(", ", parts.stream().map(it -> it.file().toString()).toList());
  }

  private String names(String list) {
    var names = new ArrayList<String>();
    parts.forEach(part -> part.tree().objects(list).forEach(it -> names.add(it.text("name"))));
    return names.isEmpty() ? "none" : String.join(", ", names);
  }

  private static URI server(Entry cluster) {
    var text = named(cluster, "server");
    var full = text.contains("://") ? text : "https://" + text;
    try {
      var server = URI.create(full);
      if (server.getHost() != null
          && (server.getScheme().equals("https") || server.getScheme().equals("http"))) {
        return server;
      }
    } catch (IllegalArgumentException _) {
      // Reported below, as for other mistakes.
    }
    throw new KubeconfigException(
        "%s must be a URL such as https://127.0.0.1:6443, got \"%s\"."
            .formatted(cluster.at("server"), text));
  }

  private static Trust trust(Entry cluster) {
    if (!cluster.text("proxy-url").isEmpty()) {
      throw new KubeconfigException(
          "%s is set: Dray does not support proxies. Remove it, or use another context."
              .formatted(cluster.at("proxy-url")));
    }
    if (cluster.value().truth("insecure-skip-tls-verify")) {
      return new Trust.Anybody();
    }
    return content(cluster, "certificate-authority")
        .<Trust>map(it -> new Trust.Authorities(PemIdentity.certificates(it.text(), it.place())))
        .orElseGet(Trust.Usual::new);
  }

  /** A text, with its place in messages. */
  private record Content(String text, String place) {}

  /** Returns the content of {@code key-data}, or of the file that {@code key} names. */
  private static Optional<Content> content(Entry entry, String key) {
    var data = entry.text(key + "-data");
    if (!data.isEmpty()) {
      return Optional.of(new Content(decoded(data, entry.at(key + "-data")), entry.at(key)));
    }
    var file = entry.text(key);
    if (file.isEmpty()) {
      return Optional.empty();
    }
    var place = entry.at(key);
    return Optional.of(new Content(text(beside(entry.file(), file), place), place));
  }

  private static String decoded(String data, String place) {
    try {
      return new String(Base64.getMimeDecoder().decode(data), StandardCharsets.ISO_8859_1);
    } catch (IllegalArgumentException _) {
      throw new KubeconfigException("%s is not base64.".formatted(place));
    }
  }

  private static Path beside(Path config, String file) {
    return config.toAbsolutePath().resolveSibling(file);
  }

  private static Credentials credentials(Entry user) {
    var certificate = content(user, "client-certificate");
    var key = content(user, "client-key");
    if (certificate.isPresent() && key.isPresent()) {
      return new Credentials.Certificate(
          PemIdentity.certificates(certificate.get().text(), certificate.get().place()),
          PemIdentity.privateKey(key.get().text(), key.get().place()));
    }
    if (certificate.isPresent() != key.isPresent()) {
      throw new KubeconfigException(
          "%s is missing: a certificate and its key belong together."
              .formatted(user.at(certificate.isPresent() ? "client-key" : "client-certificate")));
    }
    var file = user.text("tokenFile");
    if (!file.isEmpty()) {
      var path = beside(user.file(), file);
      text(path, user.at("tokenFile"));
      return new Credentials.TokenFile(path);
    }
    if (!user.text("token").isEmpty()) {
      return new Credentials.Token(user.text("token"));
    }
    for (var way : UNKNOWN_WAYS) {
      if (user.value().has(way)) {
        throw new KubeconfigException(
            "%s: Dray does not support this way to authenticate, only client certificates and tokens. Maybe run kubectl create token, and set the result as token."
                .formatted(user.at(way)));
      }
    }
    return new Credentials.None();
  }
}
