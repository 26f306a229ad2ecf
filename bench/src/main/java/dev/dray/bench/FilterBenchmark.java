package dev.dray.bench;

import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.DeviceAttribute;
import dev.dray.api.resource.DeviceCapacity;
import dev.dray.selector.CelDevice;
import dev.dray.selector.DeviceTable;
import dev.dray.selector.DeviceTest;
import dev.dray.selector.EntryName;
import dev.dray.selector.EntryName.DomainName;
import dev.dray.selector.EntryName.Part;
import dev.dray.selector.Match;
import dev.dray.selector.MatchMemo;
import dev.dray.selector.Matches;
import dev.dray.selector.ReadSet;
import dev.dray.selector.ReadSet.Field;
import dev.dray.selector.Schema;
import dev.dray.selector.Selector;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Asking one selector about 100,000 devices of eight models, each with twelve entries of which one
 * is unique; the devices of a node are of one model.
 *
 * <p>The selector is written in Java, as fast as any evaluation of it could be, so that what is
 * seen is the price of the tables and the memo alone.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xms1g", "-Xmx1g", "-XX:+UseSerialGC"})
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class FilterBenchmark {
  private static final String DRIVER = "gpu.example.com";
  private static final int DEVICES = 100_000;
  private static final int DEVICES_OF_A_NODE = 8;
  private static final Quantity LEAST = Quantity.parse("80Gi");

  private final Schema schema = new Schema(100);
  private final List<CelDevice> devices =
      IntStream.range(0, DEVICES).mapToObj(FilterBenchmark::device).toList();
  private final DeviceTable table = DeviceTable.of(schema, devices);
  private final List<DeviceTable> nodes = nodes();
  private final Selector selector = new Selector("headline", reads(), headline());

  /** Remembers sights of devices, but no tables, so that each pass is one. */
  private final MatchMemo memo = new MatchMemo(1_000, 0);

  @Benchmark
  public int deviceByDevice() {
    int matching = 0;
    for (var device : devices) {
      matching += selector.test().test(device) instanceof Match.Yes ? 1 : 0;
    }
    return matching;
  }

  @Benchmark
  public Matches oneTable() {
    return memo.matches(selector, table);
  }

  @Benchmark
  public Matches oneTableFirst() {
    return new MatchMemo(1_000, 0).matches(selector, table);
  }

  @Benchmark
  public int tableOfEachNode() {
    int matching = 0;
    for (var node : nodes) {
      matching += memo.matches(selector, node).matching().count();
    }
    return matching;
  }

  @Benchmark
  public DeviceTable build() {
    return DeviceTable.of(schema, devices);
  }

  private List<DeviceTable> nodes() {
    var tables = new ArrayList<DeviceTable>();
    for (int from = 0; from < DEVICES; from += DEVICES_OF_A_NODE) {
      tables.add(DeviceTable.of(schema, devices.subList(from, from + DEVICES_OF_A_NODE)));
    }
    return tables;
  }

  private static CelDevice device(int number) {
    int model = number / DEVICES_OF_A_NODE % 8;
    var attributes = new LinkedHashMap<String, DeviceAttribute>();
    attributes.put("model", new DeviceAttribute.StringValue("h" + (model + 1) + "00"));
    attributes.put("uuid", new DeviceAttribute.StringValue("GPU-" + number));
    attributes.put("index", new DeviceAttribute.IntValue(number % DEVICES_OF_A_NODE));
    attributes.put("ecc", new DeviceAttribute.BoolValue(model % 2 == 0));
    attributes.put("driverVersion", new DeviceAttribute.VersionValue("550.54." + model));
    attributes.put("cudaVersion", new DeviceAttribute.VersionValue("12.4." + model));
    attributes.put("architecture", new DeviceAttribute.StringValue("hopper"));
    attributes.put("brand", new DeviceAttribute.StringValue("nvidia"));
    attributes.put(
        "resource.kubernetes.io/pcieRoot", new DeviceAttribute.StringValue("pci" + model));
    attributes.put("numa", new DeviceAttribute.IntValue(number % 2));
    var capacity = new LinkedHashMap<String, DeviceCapacity>();
    capacity.put("memory", amount((model + 1) * 20 + "Gi"));
    capacity.put("multiprocessors", amount("132"));
    return new CelDevice(DRIVER, attributes, capacity, false);
  }

  private static DeviceCapacity amount(String text) {
    return new DeviceCapacity(Quantity.parse(text), Optional.empty());
  }

  /** That of {@link #headline}. */
  private static ReadSet reads() {
    return new ReadSet(
        new TreeSet<>(List.of(Field.DRIVER)),
        new TreeSet<>(),
        new TreeSet<>(
            List.of(
                new DomainName(Part.ATTRIBUTES, DRIVER), new DomainName(Part.CAPACITY, DRIVER))),
        new TreeSet<>(
            List.of(
                new EntryName(Part.ATTRIBUTES, DRIVER, "model"),
                new EntryName(Part.CAPACITY, DRIVER, "memory"))));
  }

  /** The driver is this, the model is that, and the memory is at least so much. */
  private static DeviceTest headline() {
    var model = new DeviceAttribute.StringValue("h800");
    return device -> {
      var memory = device.capacity().get("memory");
      return device.driver().equals(DRIVER)
              && model.equals(device.attributes().get("model"))
              && memory != null
              && memory.value().compareTo(LEAST) >= 0
          ? Match.YES
          : Match.NO;
    };
  }
}
