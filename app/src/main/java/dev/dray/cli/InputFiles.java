package dev.dray.cli;

import dev.dray.api.codec.Limits;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What {@code -f} names, read: files, folders of manifests, or {@code -} for standard input. */
final class InputFiles {
  private static final List<String> SUFFIXES = List.of(".yaml", ".yml", ".json");

  /** Whether folders inside a folder are read too. */
  enum Depth {
    THIS_FOLDER,
    RECURSIVE
  }

  /** A file that cannot be read, told in a sentence. */
  static final class UnreadableException extends Exception {
    private static final long serialVersionUID = 1L;

    UnreadableException(String message) {
      super(message);
    }
  }

  private final InputStream standardInput;
  private final Depth depth;

  InputFiles(InputStream standardInput, Depth depth) {
    this.standardInput = standardInput;
    this.depth = depth;
  }

  List<InputFile> read(List<String> names) throws UnreadableException {
    var files = new ArrayList<InputFile>();
    for (var name : names) {
      if (name.equals("-")) {
        files.add(readStandardInput());
      } else if (name.matches("[a-z]+://.*")) {
        throw new UnreadableException(
            "%s: URLs are not fetched. Maybe: curl -sSf %s | dray … -f -".formatted(name, name));
      } else {
        addPath(Path.of(name), files);
      }
    }
    return files;
  }

  private InputFile readStandardInput() throws UnreadableException {
    try {
      // One byte more than is allowed, so that the codec says that it is too much.
      return new InputFile("<stdin>", standardInput.readNBytes(Limits.DEFAULT.bytes() + 1));
    } catch (IOException e) {
      throw new UnreadableException("<stdin>: " + e.getMessage());
    }
  }

  private void addPath(Path path, List<InputFile> files) throws UnreadableException {
    if (!Files.isDirectory(path)) {
      files.add(readFile(path));
      return;
    }
    var manifests = manifestsIn(path);
    if (manifests.isEmpty()) {
      throw new UnreadableException(
          "%s: the folder has no .yaml, .yml or .json files. Maybe use -R for the folders in it."
              .formatted(path));
    }
    for (var manifest : manifests) {
      files.add(readFile(manifest));
    }
  }

  private List<Path> manifestsIn(Path folder) throws UnreadableException {
    try (Stream<Path> paths =
        Files.walk(folder, depth == Depth.RECURSIVE ? Integer.MAX_VALUE : 1)) {
      return paths
          .filter(Files::isRegularFile)
          .filter(path -> SUFFIXES.stream().anyMatch(path.toString()::endsWith))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UnreadableException(folder + ": " + e.getMessage());
    }
  }

  private static InputFile readFile(Path path) throws UnreadableException {
    try (var in = Files.newInputStream(path)) {
      return new InputFile(path.toString(), in.readNBytes(Limits.DEFAULT.bytes() + 1));
    } catch (NoSuchFileException _) {
      throw new UnreadableException("%s: there is no such file or folder.".formatted(path));
    } catch (IOException e) {
      throw new UnreadableException("%s: cannot be read: %s".formatted(path, e.getMessage()));
    }
  }
}
