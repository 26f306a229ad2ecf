package dev.dray.apiserver;

import dev.dray.api.json.Json;
import java.util.Optional;

/** The version the server reports; clients look at major and minor. */
final class Versions {
  /** The Kubernetes release whose API this is. */
  private static final String MAJOR = "1";

  private static final String MINOR = "37";

  private Versions() {}

  static Json.Obj document() {
    var own =
        Optional.ofNullable(Versions.class.getPackage().getImplementationVersion())
            .orElse("development");
    return Json.obj(
        "major",
        MAJOR,
        "minor",
        MINOR,
        "gitVersion",
        "v%s.%s.0+dray-%s".formatted(MAJOR, MINOR, own),
        "gitCommit",
        "",
        "gitTreeState",
        "",
        "buildDate",
        "1970-01-01T00:00:00Z",
        "goVersion",
        "",
        "compiler",
        "java " + Runtime.version().feature(),
        "platform",
        System.getProperty("os.name", "").toLowerCase(java.util.Locale.ROOT)
            + "/"
            + System.getProperty("os.arch", ""));
  }
}
