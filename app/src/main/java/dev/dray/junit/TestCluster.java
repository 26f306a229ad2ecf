package dev.dray.junit;

import dev.dray.api.codec.ManifestWriter;
import dev.dray.api.codec.shape.ApiVersion;
import dev.dray.api.core.CoreObject;
import dev.dray.api.gate.Gates;
import dev.dray.api.gate.ParsedGates;
import dev.dray.api.resource.ApiObject;
import dev.dray.apiserver.ApiServerOptions;
import dev.dray.hardware.Fleet;
import dev.dray.hardware.HardwareKind;
import dev.dray.hardware.SliceLayout;
import dev.dray.kinds.RuntimeConfig;
import dev.dray.local.LocalCluster;
import dev.dray.local.LocalOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The cluster of a test class, with what is closed together with it. */
final class TestCluster implements AutoCloseable {
  private static final long SEED = 1;

  private final Path folder;
  private final LocalCluster cluster;
  private final DrayCluster.Handle handle;
  private @Nullable AutoCloseable client;

  private TestCluster(Path folder, LocalCluster cluster, Duration patience) {
    this.folder = folder;
    this.cluster = cluster;
    handle = new DrayCluster.Handle(cluster, patience);
  }

  static TestCluster start(Class<?> test, DrayCluster wanted, SharedKeys keys) throws IOException {
    // The folder holds the server's key, certificate and kubeconfig; objects are in memory.
    var folder = Files.createTempDirectory("dray-junit-");
    keys.lend(folder);
    var cluster = LocalCluster.start(LocalOptions.on(server(folder, wanted)));
    keys.keep(folder);
    var made = new TestCluster(folder, cluster, Duration.ofSeconds(wanted.patienceSeconds()));
    try {
      for (var hardware : wanted.hardware()) {
        made.handle.apply(generated(hardware));
      }
      for (var manifest : wanted.manifests()) {
        made.apply(test, manifest);
      }
      return made;
    } catch (IOException | RuntimeException e) {
      made.close();
      throw e;
    }
  }

  private static ApiServerOptions server(Path folder, DrayCluster wanted) {
    var usual = ApiServerOptions.in(folder);
    return new ApiServerOptions(
        folder,
        usual.address(),
        usual.hosts(),
        new ApiServerOptions.StoreChoice.Memory(),
        gates(wanted.featureGates()),
        runtimeConfig(wanted.runtimeConfig()),
        usual.tokenFile(),
        usual.audit(),
        usual.mostReading(),
        usual.mostWriting(),
        usual.history(),
        usual.clock());
  }

  private static Gates gates(String text) {
    return switch (Gates.parse(text)) {
      case ParsedGates.Accepted(var gates) -> gates;
      case ParsedGates.Rejected(var mistakes) ->
          throw new IllegalArgumentException("featureGates (%s): %s".formatted(text, mistakes));
    };
  }

  private static RuntimeConfig runtimeConfig(String text) {
    return switch (RuntimeConfig.parse(text)) {
      case RuntimeConfig.Parsed.Config(var config) -> config;
      case RuntimeConfig.Parsed.Mistake(var message) ->
          throw new IllegalArgumentException("runtimeConfig (%s): %s".formatted(text, message));
    };
  }

  private void apply(Class<?> test, String manifest) throws IOException {
    try (var resource = test.getResourceAsStream(manifest)) {
      if (resource == null) {
        handle.apply(Path.of(manifest));
      } else {
        handle.apply(new String(resource.readAllBytes(), StandardCharsets.UTF_8));
      }
    }
  }

  /** Generates nodes, such as two of them for {@code h200-mig=2}; one without a number. */
  private static String generated(String text) {
    var parts = text.split("=", 2);
    var kind =
        HardwareKind.named(parts[0])
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "There is no hardware (%s). There are: %s.".formatted(parts[0], kinds())));
    int count = parts.length == 1 ? 1 : Integer.parseInt(parts[1]);
    var manifests = new StringBuilder();
    var fleet = new Fleet(kind.of(kind.countable().usual()), SliceLayout.MIXINS, SEED);
    var printer = new Printer(manifests);
    fleet.classes(printer);
    fleet.nodes(count, printer);
    return manifests.toString();
  }

  private static String kinds() {
    return Arrays.stream(HardwareKind.values())
        .map(HardwareKind::title)
        .collect(Collectors.joining(", "));
  }

  /** A taker that writes documents one after the other. */
  private record Printer(StringBuilder text) implements Fleet.Taker {
    private static final ManifestWriter WRITER = new ManifestWriter(ApiVersion.V1);

    @Override
    public void take(ApiObject object) {
      text.append("---\n").append(WRITER.yaml(object));
    }

    @Override
    public void take(CoreObject object) {
      text.append("---\n").append(WRITER.yaml(object));
    }
  }

  DrayCluster.Handle handle() {
    return handle;
  }

  /** Returns the client that all tests of the class share. */
  synchronized AutoCloseable fabric8(Class<?> type) {
    var known = client;
    if (known == null) {
      known = Fabric8.client(type, cluster.kubeconfig());
      client = known;
    }
    return known;
  }

  @Override
  public void close() throws IOException {
    try {
      if (client != null) {
        client.close();
      }
    } catch (Exception e) {
      throw new IOException("The client did not close.", e);
    } finally {
      cluster.close();
      SharedKeys.delete(folder);
    }
  }
}
