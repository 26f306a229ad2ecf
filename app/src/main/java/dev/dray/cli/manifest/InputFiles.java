package dev.dray.cli.manifest;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.stream.Stream;

/**
 * The inputs of {@code -f}: files, folders of manifests, patterns, or {@code -} for standard input.
 * An input that is named twice is read once.
 */
public final class InputFiles {
  private static final List<String> SUFFIXES = List.of(".yaml", ".yml", ".json");
  private static final String STANDARD_INPUT = "-";
  private static final String STDIN = "<stdin>";

  /** The depth to which folders are read. */
  public enum Depth {
    THIS_FOLDER,
    RECURSIVE
  }

  /** An unreadable file, described in a sentence. */
  public static final class UnreadableException extends Exception {
    private static final long serialVersionUID = 1L;

    UnreadableException(String message) {
      super(message);
    }
  }

  private final InputStream standardInput;
  private final Depth depth;

  public InputFiles(InputStream standardInput, Depth depth) {
    this.standardInput = standardInput;
    this.depth = depth;
  }

  public List<InputFile> read(List<String> names) throws UnreadableException {
    var files = new ArrayList<InputFile>();
    var seen = new LinkedHashSet<Path>();
    for (var name : new LinkedHashSet<>(names)) {
      if (name.isBlank()) {
        throw new UnreadableException(
            "\"%s\" is not the name of a file. Maybe a variable is empty; . is the current folder."
                .formatted(name));
      } else if (name.equals(STANDARD_INPUT)) {
        files.addAll(readStandardInput());
      } else if (name.matches("[A-Za-z][A-Za-z0-9+.-]*://.*")) {
        throw new UnreadableException(
            "%s: URLs are not fetched. Maybe run: curl -sSf %s | dray … -f -"
                .formatted(name, name));
      } else {
        for (var path : paths(name)) {
          if (seen.add(real(path))) {
            files.addAll(readFile(path));
          }
        }
      }
    }
    return files;
  }

  /**
   * Reads standard input; a large one is kept in a temporary file while the command runs, so that
   * memory need not hold it.
   */
  private List<InputFile> readStandardInput() throws UnreadableException {
    try {
      var bytes = standardInput.readNBytes(LargeFile.PART);
      if (bytes.length < LargeFile.PART) {
        return List.of(new InputFile(STDIN, bytes));
      }
      var file = Files.createTempFile("dray-", ".yaml");
      file.toFile().deleteOnExit();
      try (var out = Files.newOutputStream(file)) {
        out.write(bytes);
        standardInput.transferTo(out);
      }
      return new LargeFile(STDIN, file).parts();
    } catch (IOException e) {
      throw new UnreadableException(STDIN + ": " + e.getMessage());
    }
  }

  private SequencedSet<Path> paths(String name) throws UnreadableException {
    var path = path(name);
    if (Files.isDirectory(path)) {
      return manifestsIn(path);
    }
    if (Files.exists(path) || !PathPattern.isPattern(name)) {
      return new LinkedHashSet<>(List.of(path));
    }
    var found = new LinkedHashSet<Path>();
    for (var match : matching(name)) {
      if (Files.isDirectory(match)) {
        found.addAll(manifestsIn(match));
      } else {
        found.add(match);
      }
    }
    return found;
  }

  private static Path path(String name) throws UnreadableException {
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw new UnreadableException("%s: is not a path: %s".formatted(name, e.getReason()));
    }
  }

  private static List<Path> matching(String pattern) throws UnreadableException {
    try {
      var found = PathPattern.of(pattern).matches();
      if (found.isEmpty()) {
        throw new UnreadableException("%s: the pattern matches no file.".formatted(pattern));
      }
      return found;
    } catch (IllegalArgumentException e) {
      throw new UnreadableException("%s: %s".formatted(pattern, e.getMessage()));
    } catch (IOException e) {
      throw unreadable(path(pattern), e);
    }
  }

  private SequencedSet<Path> manifestsIn(Path folder) throws UnreadableException {
    try (Stream<Path> paths =
        Files.walk(folder, depth == Depth.RECURSIVE ? Integer.MAX_VALUE : 1)) {
      var found = new LinkedHashSet<Path>();
      paths
          .filter(Files::isRegularFile)
          .filter(path -> SUFFIXES.stream().anyMatch(path.toString()::endsWith))
          .sorted()
          .forEach(found::add);
      if (found.isEmpty()) {
        throw new UnreadableException(
            "%s: the folder has no .yaml, .yml or .json files. Maybe use -R for the folders in it."
                .formatted(folder));
      }
      return found;
    } catch (UncheckedIOException e) {
      throw unreadable(folder, requireNonNull(e.getCause()));
    } catch (IOException e) {
      throw unreadable(folder, e);
    }
  }

  /**
   * Returns the real path, which is the same for two names of one file; a missing file has only its
   * name.
   */
  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException _) {
      return path;
    }
  }

  private static List<InputFile> readFile(Path path) throws UnreadableException {
    try {
      return Files.size(path) > LargeFile.PART
          ? new LargeFile(path.toString(), path).parts()
          : List.of(new InputFile(path.toString(), Files.readAllBytes(path)));
    } catch (IOException e) {
      throw unreadable(path, e);
    }
  }

  public static UnreadableException unreadable(Path path, IOException why) {
    return new UnreadableException(
        switch (why) {
          case NoSuchFileException _ -> "%s: there is no such file or folder.".formatted(path);
          case AccessDeniedException denied -> "%s: permission denied.".formatted(denied.getFile());
          default -> "%s: cannot be read: %s".formatted(path, why.getMessage());
        });
  }
}
