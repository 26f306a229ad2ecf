import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.RemoveUnusedImports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Checks or applies google-java-format over every source of the repository.
 *
 * <p>Run by Maven on the toolchain JDK as a source file, because the formatter can only parse the
 * Java of the JDK it runs on.
 */
final class Format {
  private static final List<String> SKIPPED = List.of("target", ".git", "node_modules");

  public static void main(String[] args) throws Exception {
    boolean apply = args.length > 0 && args[0].equals("apply");
    var unformatted = List.<Path>of();
    for (Path source : sources(Path.of("."))) {
      var text = Files.readString(source);
      var formatted =
          new Formatter().formatSourceAndFixImports(RemoveUnusedImports.removeUnusedImports(text));
      if (!formatted.equals(text)) {
        if (apply) {
          Files.writeString(source, formatted);
          System.out.println("formatted " + source);
        } else {
          unformatted = append(unformatted, source);
        }
      }
    }
    if (!unformatted.isEmpty()) {
      unformatted.forEach(source -> System.err.println("not formatted: " + source));
      System.err.println("Run: mvn -N initialize -Dformat=apply");
      System.exit(1);
    }
  }

  private static List<Path> append(List<Path> paths, Path path) {
    return java.util.stream.Stream.concat(paths.stream(), java.util.stream.Stream.of(path))
        .toList();
  }

  private static List<Path> sources(Path root) throws IOException {
    try (var paths = Files.walk(root)) {
      return paths
          .filter(path -> path.toString().endsWith(".java"))
          .filter(path -> !inSkippedFolder(path))
          .sorted()
          .toList();
    }
  }

  private static boolean inSkippedFolder(Path path) {
    for (Path part : path) {
      if (SKIPPED.contains(part.toString())) {
        return true;
      }
    }
    return false;
  }
}
