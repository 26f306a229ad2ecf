package dev.dray.http;

import dev.dray.apiserver.ApiServer;
import dev.dray.apiserver.Options;
import java.io.IOException;
import java.nio.file.Path;

/** Servers for tests: in memory, at any free port. */
final class Served {
  private Served() {}

  static ApiServer in(Path folder) throws IOException {
    return in(folder, 400, 200);
  }

  static ApiServer in(Path folder, int mostReading, int mostWriting) throws IOException {
    var usual = Options.in(folder);
    return ApiServer.start(
        new Options(
            folder,
            usual.address(),
            usual.hosts(),
            new Options.StoreChoice.Memory(),
            usual.gates(),
            usual.runtimeConfig(),
            usual.tokenFile(),
            usual.audit(),
            mostReading,
            mostWriting,
            usual.history(),
            usual.clock()));
  }
}
