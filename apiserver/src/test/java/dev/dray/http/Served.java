package dev.dray.http;

import dev.dray.apiserver.ApiServer;
import dev.dray.apiserver.ApiServerOptions;
import java.io.IOException;
import java.nio.file.Path;

/** Servers for tests: in memory, at any free port. */
final class Served {
  private Served() {}

  static ApiServer in(Path folder) throws IOException {
    return in(folder, 400, 200);
  }

  static ApiServer in(Path folder, int mostReading, int mostWriting) throws IOException {
    var usual = ApiServerOptions.in(folder);
    return ApiServer.start(
        new ApiServerOptions(
            folder,
            usual.address(),
            usual.hosts(),
            new ApiServerOptions.StoreChoice.Memory(),
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
