package dev.dray.verify.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The files of the repository; tests run in the folder of their module. */
final class Repository {
  static final Path ROOT = Path.of("..");

  private Repository() {}

  /** The files below a folder whose path ends so, in order. */
  static List<Path> files(String folder, String suffix) throws IOException {
    try (var paths = Files.walk(ROOT.resolve(folder))) {
      return paths.filter(path -> path.toString().endsWith(suffix)).sorted().toList();
    }
  }
}
