package dev.dray.store.etcd;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/** An etcd that a test started. */
final class EtcdProcess {
  private final ProcessBuilder command;
  private final URI endpoint;
  private Process process;

  private EtcdProcess(ProcessBuilder command, URI endpoint) throws IOException {
    this.command = command;
    this.endpoint = endpoint;
    this.process = command.start();
  }

  static EtcdProcess start(Path folder) throws IOException {
    return start(folder, "http", List.of());
  }

  /** One that speaks TLS, and only with clients of the same authority. */
  static EtcdProcess startSecured(Path folder, Path pki) throws IOException {
    return start(
        folder,
        "https",
        List.of(
            "--cert-file=" + pki.resolve("server.crt"),
            "--key-file=" + pki.resolve("server.key"),
            "--trusted-ca-file=" + pki.resolve("ca.crt"),
            "--client-cert-auth"));
  }

  private static EtcdProcess start(Path folder, String scheme, List<String> more)
      throws IOException {
    var endpoint = URI.create(scheme + "://127.0.0.1:" + freePort());
    var peers = "http://127.0.0.1:" + freePort();
    var command =
        new ProcessBuilder(
                "etcd",
                "--data-dir=" + folder.resolve("data"),
                "--listen-client-urls=" + endpoint,
                "--advertise-client-urls=" + endpoint,
                "--listen-peer-urls=" + peers,
                "--initial-advertise-peer-urls=" + peers,
                "--initial-cluster=default=" + peers,
                "--logger=zap")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("etcd.log").toFile());
    command.command().addAll(more);
    try {
      return new EtcdProcess(command, endpoint);
    } catch (IOException e) {
      throw new IOException("etcd cannot be started: install it (Debian: etcd-server).", e);
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  URI endpoint() {
    return endpoint;
  }

  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  void restart() throws IOException {
    process = command.start();
  }
}
