package dev.dray.verify;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The files of the repository, wherever the tests are started from. */
public final class Repository {
  private Repository() {}

  public static Path root() {
    for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
      if (Files.exists(folder.resolve("ARCHITECTURE.md"))) {
        return folder;
      }
    }
    throw new IllegalStateException("No folder around this one has an ARCHITECTURE.md.");
  }

  /** The files below a folder whose path ends so, in order. */
  public static List<Path> files(String folder, String suffix) throws IOException {
    try (var paths = Files.walk(root().resolve(folder))) {
      return paths.filter(path -> path.toString().endsWith(suffix)).sorted().toList();
    }
  }

  public static String read(String file) {
    try {
      return Files.readString(root().resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
