package dev.dray.cli;

import dev.dray.cli.output.Terminal;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import picocli.CommandLine.Help.Ansi;

/** Runs commands as a shell does, and keeps what they print. */
public final class Shell {
  private final byte[] input;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private Shell(byte[] input) {
    this.input = input;
  }

  public static Shell given(String input) {
    return given(input.getBytes(StandardCharsets.UTF_8));
  }

  public static Shell given(byte[] input) {
    return new Shell(input);
  }

  /** With a clock on which each look takes a minute. */
  public int runSlowly(String... args) {
    return run(
        new Clock() {
          private Instant now = Instant.EPOCH;

          @Override
          public synchronized Instant instant() {
            now = now.plusSeconds(60);
            return now;
          }

          @Override
          public ZoneOffset getZone() {
            return ZoneOffset.UTC;
          }

          @Override
          public Clock withZone(ZoneId zone) {
            return this;
          }
        },
        args);
  }

  public int run(String... args) {
    return run(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC), args);
  }

  private int run(Clock clock, String... args) {
    return Dray.run(
        new Terminal(
            new ByteArrayInputStream(input),
            new PrintWriter(out),
            new PrintWriter(err),
            clock,
            Ansi.OFF),
        args);
  }

  public String out() {
    return out.toString();
  }

  public String err() {
    return err.toString();
  }
}
