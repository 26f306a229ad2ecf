package dev.dray.verify.fuzz;

import dev.dray.verify.wire.ProcessFigures;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** What a server's process holds while nobody uses it; of a JVM, also what lives on its heap. */
record Holdings(ProcessFigures figures, OptionalLong heapMegabytes) {
  private static final int MORE_THREADS = 32;
  private static final int MORE_FILES = 32;
  private static final int MORE_HEAP = 192;

  /** Waits until the number of open files no longer falls: connections close a little later. */
  static Holdings settled(long pid) throws IOException, InterruptedException {
    var now = ProcessFigures.of(pid);
    for (int calm = 0, tries = 0; calm < 5 && tries < 120; tries++) {
      Thread.sleep(500);
      var later = ProcessFigures.of(pid);
      calm = later.openFiles() < now.openFiles() || later.threads() < now.threads() ? 0 : calm + 1;
      now = later;
    }
    return new Holdings(now, heap(pid));
  }

  /** What lives on the heap after a collection, if the process is a JVM. */
  private static OptionalLong heap(long pid) throws IOException, InterruptedException {
    // What jcmd sends to find out would end any other process.
    if (!Files.readSymbolicLink(Path.of("/proc/%d/exe".formatted(pid))).endsWith("java")) {
      return OptionalLong.empty();
    }
    ask(pid, "GC.run");
    var used =
        Pattern.compile("(?:total \\d+K, used|heap.*used) (\\d+)K")
            .matcher(ask(pid, "GC.heap_info"));
    long sum = 0;
    while (used.find()) {
      sum += Long.parseLong(used.group(1));
    }
    return sum == 0 ? OptionalLong.empty() : OptionalLong.of(sum / 1024);
  }

  private static String ask(long pid, String command) throws IOException, InterruptedException {
    var tool = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    var process =
        new ProcessBuilder(tool.toString(), Long.toString(pid), command)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor() == 0 ? text : "";
  }

  /** What there is now too much of. */
  List<String> compare(Holdings before) {
    var wrong = new ArrayList<String>();
    over(wrong, "threads", before.figures.threads(), figures.threads(), MORE_THREADS);
    over(wrong, "open files", before.figures.openFiles(), figures.openFiles(), MORE_FILES);
    if (heapMegabytes.isPresent() && before.heapMegabytes.isPresent()) {
      over(
          wrong,
          "MB on the heap",
          before.heapMegabytes.getAsLong(),
          heapMegabytes.getAsLong(),
          MORE_HEAP);
    } else {
      over(
          wrong,
          "MB resident",
          before.figures.residentMegabytes(),
          figures.residentMegabytes(),
          500);
    }
    return wrong;
  }

  private static void over(List<String> wrong, String what, long before, long now, long allowed) {
    if (now > before + allowed) {
      wrong.add("%d %s after warming up, %d in the end".formatted(before, what, now));
    }
  }

  @Override
  public String toString() {
    return figures
        + (heapMegabytes.isPresent()
            ? ", %d MB live on the heap".formatted(heapMegabytes.getAsLong())
            : "");
  }
}
