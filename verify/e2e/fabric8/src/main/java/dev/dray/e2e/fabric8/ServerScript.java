package dev.dray.e2e.fabric8;

import java.io.IOException;
import java.nio.file.Path;

/** The script that starts and kills a server on a folder. */
record ServerScript(Path script, Path folder) {

  /** Ends the server as a crash would, and starts it again on the same data. */
  void crash() throws IOException, InterruptedException {
    call("kill");
    call("start");
  }

  private void call(String word) throws IOException, InterruptedException {
    var process =
        new ProcessBuilder(script.toString(), word, folder.toString())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    if (process.waitFor() != 0) {
      throw new IOException("%s %s failed".formatted(script, word));
    }
  }
}
