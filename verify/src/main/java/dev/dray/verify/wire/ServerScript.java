package dev.dray.verify.wire;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The script that starts, stops and kills a server on a folder. */
public record ServerScript(Path script, Path folder, Map<String, String> environment) {

  public ServerScript {
    environment = Map.copyOf(environment);
  }

  public ServerScript(Path script, Path folder) {
    this(script, folder, Map.of());
  }

  /** The same, told more by its environment. */
  public ServerScript with(Map<String, String> environment) {
    return new ServerScript(script, folder, environment);
  }

  /** Starts the server, waits until it is ready, and says where its kubeconfig is. */
  public Path start() throws IOException, InterruptedException {
    return Path.of(call("start").strip());
  }

  public void kill() throws IOException, InterruptedException {
    call("kill");
  }

  /** Kills the one of several that has this number. */
  public void kill(int number) throws IOException, InterruptedException {
    call("kill", Integer.toString(number));
  }

  public void stop() throws IOException, InterruptedException {
    call("stop");
  }

  public long pid() throws IOException, InterruptedException {
    return Long.parseLong(call("pid").strip());
  }

  /** Begins a start and does not wait for it. */
  public Process starting() throws IOException {
    return process(List.of("start"))
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private String call(String... words) throws IOException, InterruptedException {
    // A file, because the server that a script leaves behind would hold a pipe open.
    var output = Files.createTempFile("script", ".out");
    try {
      var process =
          process(List.of(words))
              .redirectOutput(output.toFile())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      if (process.waitFor() != 0) {
        throw new IOException("%s %s failed".formatted(script, words[0]));
      }
      return Files.readString(output, StandardCharsets.UTF_8);
    } finally {
      Files.delete(output);
    }
  }

  private ProcessBuilder process(List<String> words) {
    var command = new ArrayList<String>();
    command.add(script.toAbsolutePath().toString());
    command.add(words.get(0));
    command.add(folder.toAbsolutePath().toString());
    command.addAll(words.subList(1, words.size()));
    var builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    return builder;
  }
}
