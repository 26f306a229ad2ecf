package dev.dray.cli;

import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import picocli.CommandLine.Help.Ansi;

/** Runs commands as a shell does, and keeps what they print. */
final class Shell {
  private final byte[] input;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private Shell(byte[] input) {
    this.input = input;
  }

  static Shell given(String input) {
    return given(input.getBytes(StandardCharsets.UTF_8));
  }

  static Shell given(byte[] input) {
    return new Shell(input);
  }

  int run(String... args) {
    return Dray.run(
        new Dray.World(
            new ByteArrayInputStream(input),
            new PrintWriter(out),
            new PrintWriter(err),
            Clock.fixed(Instant.EPOCH, ZoneOffset.UTC),
            Ansi.OFF),
        args);
  }

  String out() {
    return out.toString();
  }

  String err() {
    return err.toString();
  }
}
