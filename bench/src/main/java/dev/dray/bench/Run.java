package dev.dray.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Runs benchmarks by JMH's own options, then prints how they compare. */
public final class Run {
  private Run() {}

  /** Takes the file for the results, then what JMH takes. */
  public static void main(String[] arguments)
      throws IOException, RunnerException, CommandLineOptionException {
    var results = Path.of(arguments[0]);
    var rest = new ArrayList<>(List.of(arguments).subList(1, arguments.length));
    var options =
        new OptionsBuilder()
            .parent(new CommandLineOptions(rest.toArray(String[]::new)))
            .addProfiler(GCProfiler.class)
            .resultFormat(ResultFormatType.JSON)
            .result(results.toString())
            .build();
    new Runner(options).run();
    var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    Ratios.read(results).lines().forEach(out::println);
  }
}
