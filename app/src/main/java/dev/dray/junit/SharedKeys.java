package dev.dray.junit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;

/**
 * The keys and certificates that all clusters of a run share: creating them takes longer than
 * everything else a cluster does when it starts.
 */
final class SharedKeys implements AutoCloseable {
  private static final String PKI = "pki";

  private final Path folder;
  private boolean there;

  private SharedKeys(Path folder) {
    this.folder = folder;
  }

  static SharedKeys made() {
    try {
      return new SharedKeys(Files.createTempDirectory("dray-junit-keys-"));
    } catch (IOException e) {
      throw new UncheckedIOException("There is no folder for keys.", e);
    }
  }

  /** Copies the keys to a cluster that has not started yet, unless it is the first. */
  synchronized void lend(Path cluster) throws IOException {
    if (there) {
      copy(folder.resolve(PKI), cluster.resolve(PKI));
    }
  }

  /** Keeps the keys that the first cluster has created. */
  synchronized void keep(Path cluster) throws IOException {
    if (!there) {
      copy(cluster.resolve(PKI), folder.resolve(PKI));
      there = true;
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (var files = Files.list(from)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }

  @Override
  public void close() throws IOException {
    delete(folder);
  }

  static void delete(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
