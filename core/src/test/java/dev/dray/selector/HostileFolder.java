package dev.dray.selector;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/**
 * The folder of expressions meant to do harm, a file each; what it attacks is in its first line.
 */
final class HostileFolder {
  private static final long SMALL_STACK = 512 * 1024;

  private HostileFolder() {}

  /** An expression with its comment, which is part of the language. */
  record Hostile(String name, String expression) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Hostile> named(String folder) {
    var place = Objects.requireNonNull(HostileFolder.class.getResource("/hostile/" + folder));
    try (var files = Files.list(Path.of(URI.create(place.toString())))) {
      return files.sorted().map(HostileFolder::read).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Hostile read(Path file) {
    try {
      return new Hostile(file.getFileName().toString(), Files.readString(file).stripTrailing());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static <T> T onSmallStack(Callable<T> call) throws Exception {
    var task = new FutureTask<>(call);
    var thread = new Thread(null, task, "small", SMALL_STACK);
    thread.start();
    return task.get();
  }
}
