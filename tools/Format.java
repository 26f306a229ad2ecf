import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import com.google.googlejavaformat.java.RemoveUnusedImports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;

/**
 * Checks or applies google-java-format over every source of the repository.
 *
 * <p>Run by Maven on the toolchain JDK as a source file, because the formatter can only parse the
 * Java of the JDK it runs on.
 */
final class Format {
  private static final List<String> SKIPPED = List.of("target", ".git", "node_modules");

  /** The digests of the sources that this formatter found formatted: they are not parsed again. */
  private static final Path KNOWN =
      Path.of(
          "target",
          "tools",
          "formatted-" + Formatter.class.getPackage().getImplementationVersion());

  public static void main(String[] args) throws Exception {
    boolean apply = args.length > 0 && args[0].equals("apply");
    var known = new HashSet<>(Files.exists(KNOWN) ? Files.readAllLines(KNOWN) : List.of());
    var now = new TreeSet<String>();
    var unformatted = new ArrayList<Path>();
    for (Path source : sources(Path.of("."))) {
      var text = Files.readString(source);
      var formatted = known.contains(digest(text)) ? text : format(text);
      if (formatted.equals(text)) {
        now.add(digest(text));
      } else if (apply) {
        Files.writeString(source, formatted);
        System.out.println("formatted " + source);
      } else {
        unformatted.add(source);
      }
    }
    Files.createDirectories(KNOWN.getParent());
    Files.write(KNOWN, now);
    if (!unformatted.isEmpty()) {
      unformatted.forEach(source -> System.err.println("not formatted: " + source));
      System.err.println("Run: mvn -N initialize -Dformat=apply");
      System.exit(1);
    }
  }

  private static String format(String text) throws FormatterException {
    return new Formatter().formatSourceAndFixImports(RemoveUnusedImports.removeUnusedImports(text));
  }

  private static String digest(String text) throws NoSuchAlgorithmException {
    var digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
    return HexFormat.of().formatHex(digest);
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
