package dev.dray.bench;

import dev.dray.api.codec.Document;
import dev.dray.api.codec.ManifestWriter;
import dev.dray.api.codec.Manifests;
import dev.dray.api.codec.shape.ApiVersion;
import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.Violations;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.validation.Validator;
import dev.dray.testing.LargestSlice;
import dev.dray.testing.PlainSlice;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reading and validating a slice, beside what any reader of the same bytes has to do at the least:
 * Jackson's parse into a tree.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
    value = 2,
    jvmArgsAppend = {"-Xms1g", "-Xmx1g", "-XX:+UseSerialGC"})
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class ManifestBenchmark {

  /** The slices that are read. */
  public enum Slice {
    LARGEST,
    PLAIN
  }

  @Param public Slice slice = Slice.PLAIN;

  private final Manifests manifests = new Manifests(FieldValidation.STRICT);
  private final Validator validator = Validator.with(Gates.defaults());
  private final JsonMapper jackson = JsonMapper.builder().build();
  private byte[] json = {};
  private ResourceSlice decoded = PlainSlice.withDevices(0);

  @Setup
  public void write() {
    decoded =
        switch (slice) {
          case LARGEST -> LargestSlice.withDevices();
          case PLAIN -> PlainSlice.withDevices(128);
        };
    json = new ManifestWriter(ApiVersion.V1).json(decoded).getBytes(StandardCharsets.UTF_8);
    decoded = (ResourceSlice) ((Document.Read) decode().getFirst()).object();
  }

  @Benchmark
  public JsonNode jacksonTree() {
    return jackson.readTree(json);
  }

  @Benchmark
  public List<Document> decode() {
    return manifests.read(json);
  }

  @Benchmark
  public Violations validate() {
    return validator.create(decoded);
  }
}
