package dev.dray.verify.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.dray.cli.Dray;
import dev.dray.cli.output.Terminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Help.Ansi;

/**
 * The little of a shell that pages need: pipes, {@code < file} and {@code > file}.
 *
 * <p>{@code dray} runs in this process. Names below {@code /tmp/} and names that were written to
 * are of files in a folder that the test gives, so that pages neither leave files behind nor
 * disturb each other.
 */
final class Shell {
  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-11-15T00:00:00Z"), ZoneOffset.UTC);

  /** Programs that every system has, for cutting a long output short. */
  private static final Set<String> PROGRAMS =
      Set.of("cat", "diff", "grep", "head", "sort", "tail", "uniq", "wc");

  /** How a line ended, and what a reader would see of it. */
  record Run(int exit, String output) {}

  private final Path scratch;

  Shell(Path scratch) {
    this.scratch = scratch;
  }

  Run run(String line) {
    var seen = new ByteArrayOutputStream();
    var piped = new byte[0];
    int exit = 0;
    for (var stage : ShellLine.parse(line).stages()) {
      var out = new ByteArrayOutputStream();
      var in = stage.input().map(this::read).orElse(piped);
      // What a terminal would show in the order in which it was written.
      exit = start(stage.words(), in, stage.shown() ? seen : out, seen);
      stage.output().ifPresent(file -> write(file, out.toByteArray()));
      piped = out.toByteArray();
    }
    return new Run(exit, seen.toString(UTF_8).replace(scratch + "/", "/tmp/"));
  }

  private int start(List<String> words, byte[] in, OutputStream out, OutputStream err) {
    var located = words.stream().map(this::located).toList();
    return switch (words.getFirst()) {
      case "./dray" -> dray(located.subList(1, located.size()), in, out, err);
      case String program when PROGRAMS.contains(program) -> program(located, in, out);
      case String other -> throw new IllegalArgumentException("Pages cannot run (" + other + ").");
    };
  }

  private static int dray(List<String> arguments, byte[] in, OutputStream out, OutputStream err) {
    var output = new PrintWriter(new Unbuffered(out), true);
    var errors = new PrintWriter(new Unbuffered(err), true);
    var world = new Terminal(new ByteArrayInputStream(in), output, errors, CLOCK, Ansi.OFF);
    return Dray.run(world, arguments.toArray(String[]::new));
  }

  /** Writes at once, so that two of them on one stream keep the order. */
  private static final class Unbuffered extends Writer {
    private final OutputStream out;

    Unbuffered(OutputStream out) {
      this.out = out;
    }

    @Override
    public void write(char[] text, int from, int length) throws IOException {
      out.write(new String(text, from, length).getBytes(UTF_8));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  private static int program(List<String> words, byte[] in, OutputStream out) {
    try {
      var process = new ProcessBuilder(words).redirectErrorStream(true).start();
      Thread.ofVirtual().start(() -> feed(process, in));
      process.getInputStream().transferTo(out);
      return process.waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void feed(Process process, byte[] in) {
    try (var out = process.getOutputStream()) {
      out.write(in);
    } catch (IOException _) {
      // It has ended before it read everything, as head does.
    }
  }

  /** Where a file is that the page calls so. */
  private String located(String word) {
    if (word.contains("/tmp/")) {
      return word.replace("/tmp/", scratch + "/");
    }
    return Files.isRegularFile(scratch.resolve(word)) ? scratch.resolve(word).toString() : word;
  }

  private byte[] read(String file) {
    try {
      return Files.readAllBytes(Path.of(located(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void write(String file, byte[] bytes) {
    try {
      var path = scratch.resolve(file.replace("/tmp/", ""));
      Files.createDirectories(path.resolveSibling(""));
      Files.write(path, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
