package dev.dray.verify;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The files of the repository, wherever the tests are started from. */
final class Repository {
  private Repository() {}

  static Path root() {
    for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
      if (Files.exists(folder.resolve("ARCHITECTURE.md"))) {
        return folder;
      }
    }
    throw new IllegalStateException("No folder around this one has an ARCHITECTURE.md.");
  }

  static String read(String file) {
    try {
      return Files.readString(root().resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
