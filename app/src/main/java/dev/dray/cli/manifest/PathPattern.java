package dev.dray.cli.manifest;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/** A pattern of file names that the shell did not expand, such as {@code 'a/*.yaml'}. */
final class PathPattern {
  private final Path folder;
  private final int depth;
  private final PathMatcher matcher;

  private PathPattern(Path folder, int depth, PathMatcher matcher) {
    this.folder = folder;
    this.depth = depth;
    this.matcher = matcher;
  }

  static boolean isPattern(String name) {
    return name.matches("(?s).*[*?\\[{].*");
  }

  /**
   * Parses a pattern, in which {@code **} stands for any number of folders.
   *
   * @throws IllegalArgumentException with a sentence, if it is not a pattern
   */
  static PathPattern of(String text) {
    int literal = 0;
    var parts = text.split("/", -1);
    while (literal < parts.length && !isPattern(parts[literal])) {
      literal++;
    }
    var start = String.join("/", List.of(parts).subList(0, literal));
    var folder = start.isEmpty() ? Path.of(text.startsWith("/") ? "/" : "") : Path.of(start);
    var rest = String.join("/", List.of(parts).subList(literal, parts.length));
    int depth = rest.contains("**") ? Integer.MAX_VALUE : parts.length - literal;
    try {
      var files = FileSystems.getDefault();
      var deep = files.getPathMatcher("glob:" + rest);
      // Any number of folders includes none.
      var flat = files.getPathMatcher("glob:" + rest.replace("**/", ""));
      return new PathPattern(folder, depth, path -> deep.matches(path) || flat.matches(path));
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException("is not a pattern: %s.".formatted(e.getDescription()), e);
    }
  }

  /** Returns the matching files and folders, sorted. */
  List<Path> matches() throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> found =
        Files.find(folder, depth, (path, _) -> matcher.matches(folder.relativize(path)))) {
      return found.filter(path -> !path.equals(folder)).sorted().toList();
    } catch (UncheckedIOException e) {
      throw requireNonNull(e.getCause());
    }
  }
}
