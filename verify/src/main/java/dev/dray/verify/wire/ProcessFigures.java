package dev.dray.verify.wire;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** What a process takes of the machine, as Linux tells it. */
public record ProcessFigures(long residentMegabytes, long threads, long openFiles) {

  public static ProcessFigures of(long pid) throws IOException {
    var status = Files.readString(Path.of("/proc/%d/status".formatted(pid)));
    try (var files = Files.list(Path.of("/proc/%d/fd".formatted(pid)))) {
      return new ProcessFigures(
          number(status, "VmRSS") / 1024, number(status, "Threads"), files.count());
    }
  }

  private static long number(String status, String name) {
    var found = Pattern.compile("(?m)^" + name + ":\\s*(\\d+)").matcher(status);
    return found.find() ? Long.parseLong(found.group(1)) : 0;
  }

  @Override
  public String toString() {
    return "%d MB resident, %d threads, %d open files"
        .formatted(residentMegabytes, threads, openFiles);
  }
}
