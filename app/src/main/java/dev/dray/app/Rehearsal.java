package dev.dray.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.dray.cli.Dray;
import dev.dray.cli.output.Terminal;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.time.Clock;
import java.util.List;
import picocli.CommandLine.Help.Ansi;

/**
 * A run of every command on a small cluster, without output. It lets the JVM cache the classes that
 * commands need; the launcher creates that cache after a build.
 */
public final class Rehearsal {
  private Rehearsal() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    var cluster = run("", "generate", "h200-mig", "--devices", "1", "--pods", "3", "--claims", "2");
    var mistakes = cluster.replace("deviceClassName", "className").replace("Gi", " GiB");
    var file = Files.createTempFile("dray", ".yaml");
    try {
      Files.writeString(file, cluster);
      run("", "validate", "-f", file.toString());
    } finally {
      Files.delete(file);
    }
    run("", "--help");
    run(mistakes, "validate", "-f", "-");
    run(cluster, "convert", "--to", "v1beta1", "-f", "-");
    for (var command : Dray.commandNames()) {
      run("", command, "--help");
      for (var output : List.of("text", "json", "yaml")) {
        run(cluster, command, "-f", "-", "-o", output);
      }
    }
    run(cluster, "explain", "pod", "inference-1", "-f", "-");
    ServerRehearsal.run();
  }

  private static String run(String input, String... args) {
    var printed = new StringWriter();
    var out = new PrintWriter(printed);
    var err = new PrintWriter(new StringWriter());
    var in = new ByteArrayInputStream(input.getBytes(UTF_8));
    Dray.run(new Terminal(in, out, err, Clock.systemUTC(), Ansi.AUTO), args);
    return printed.toString();
  }
}
