package dev.dray.bench;

import dev.dray.selector.CelDevice;
import dev.dray.selector.CompileResult;
import dev.dray.selector.CompiledSelector;
import dev.dray.selector.DeviceExpressions;
import dev.dray.selector.DeviceTable;
import dev.dray.selector.Match;
import dev.dray.selector.MatchMemo;
import dev.dray.selector.Matches;
import dev.dray.selector.ReadSet;
import dev.dray.selector.Schema;
import dev.dray.selector.Selector;
import java.util.ArrayList;
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

/** Asking one selector about each device of the {@link Fleet}. */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xms2g", "-Xmx2g", "-XX:+UseSerialGC"})
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 4, time = 2)
public class FilterBenchmark {

  /** What is asked. */
  public enum Question {
    /** As most people write them. */
    PLAIN(
        """
        device.driver == "gpu.example.com" &&
        device.attributes["gpu.example.com"].model == "h800" &&
        device.capacity["gpu.example.com"].memory.compareTo(quantity("80Gi")) >= 0\
        """,
        12_496),

    /** With a pattern, versions and values that may be missing. */
    HEAVY(
        """
        device.driver == "gpu.example.com" &&
        device.attributes["gpu.example.com"].?model.orValue("").matches("^[a-z]+[1-9]0{2}$") &&
        device.attributes["gpu.example.com"].?partition.orValue("none") == "none" &&
        device.attributes["gpu.example.com"].driverVersion.compareTo(semver("550.54.3")) >= 0 &&
        device.capacity["gpu.example.com"].memory.compareTo(quantity("80Gi")) >= 0\
        """,
        62_488);

    private final String text;
    private final int matching;

    Question(String text, int matching) {
      this.text = text;
      this.matching = matching;
    }

    /** Fails where something answers quickly but wrongly. */
    private int checked(int found) {
      if (found != matching) {
        throw new IllegalStateException("%s matches (%d) devices.".formatted(this, found));
      }
      return found;
    }
  }

  /** The devices, and the selector as this project compiles it. */
  @State(Scope.Benchmark)
  public static class Ours {
    @Param public Question question = Question.PLAIN;

    private final List<CelDevice> devices = Fleet.devices();
    private final Schema schema = new Schema(100);
    private final DeviceTable table = DeviceTable.of(schema, devices);
    private final List<DeviceTable> nodes = tablesOfNodes(schema, devices);
    private Selector selector = selector(question);

    /** Remembers sights of devices, but no tables, so that each pass is one. */
    private final MatchMemo memo = new MatchMemo(1_000, 0);

    @Setup
    public void compile() {
      selector = selector(question);
    }

    private static Selector selector(Question question) {
      var compiled = compiled(DeviceExpressions.forStored(), question.text);
      return new Selector(question.text, ReadSet.of(compiled.expr()), compiled);
    }
  }

  /** The same as dev.cel has it. */
  @State(Scope.Benchmark)
  public static class Library {
    @Param public Question question = Question.PLAIN;

    private final List<LibraryDevice> devices =
        Fleet.devices().stream().map(LibraryDevice::new).toList();
    private LibrarySelector selector = LibrarySelector.compile(question.text);

    @Setup
    public void compile() {
      selector = LibrarySelector.compile(question.text);
    }
  }

  /** Makes texts that were not compiled before. */
  @State(Scope.Benchmark)
  public static class Texts {
    @Param public Question question = Question.PLAIN;

    private final DeviceExpressions expressions = DeviceExpressions.forStored();
    private int number;

    private String next() {
      return question.text + " // " + number++;
    }
  }

  /** The devices alone. */
  @State(Scope.Benchmark)
  public static class Devices {
    private final List<CelDevice> devices = Fleet.devices();
    private final Schema schema = new Schema(100);
  }

  @Benchmark
  public int deviceByDevice(Ours ours) {
    int matching = 0;
    for (var device : ours.devices) {
      matching += ours.selector.test().test(device) instanceof Match.Yes ? 1 : 0;
    }
    return ours.question.checked(matching);
  }

  @Benchmark
  public int devCel(Library library) {
    int matching = 0;
    for (var device : library.devices) {
      matching += library.selector.test(device) ? 1 : 0;
    }
    return library.question.checked(matching);
  }

  /** As after a change of some devices: the table is new, what is seen in it is not. */
  @Benchmark
  public Matches memo(Ours ours) {
    return ours.memo.matches(ours.selector, ours.table);
  }

  /** As if nobody had ever asked. */
  @Benchmark
  public int freshMemo(Ours ours) {
    var found = new MatchMemo(1_000, 0).matches(ours.selector, ours.table);
    return ours.question.checked(found.matching().count());
  }

  @Benchmark
  public int memoNodeByNode(Ours ours) {
    return nodeByNode(ours, ours.memo);
  }

  /** As if nobody had ever asked, each node having a table of its own. */
  @Benchmark
  public int freshMemoNodeByNode(Ours ours) {
    return nodeByNode(ours, new MatchMemo(1_000, 0));
  }

  private static int nodeByNode(Ours ours, MatchMemo memo) {
    int matching = 0;
    for (var node : ours.nodes) {
      matching += memo.matches(ours.selector, node).matching().count();
    }
    return ours.question.checked(matching);
  }

  @Benchmark
  public DeviceTable table(Devices devices) {
    return DeviceTable.of(devices.schema, devices.devices);
  }

  @Benchmark
  public List<DeviceTable> tableNodeByNode(Devices devices) {
    return tablesOfNodes(devices.schema, devices.devices);
  }

  private static List<DeviceTable> tablesOfNodes(Schema schema, List<CelDevice> devices) {
    var tables = new ArrayList<DeviceTable>();
    for (int from = 0; from < devices.size(); from += Fleet.DEVICES_OF_A_NODE) {
      var node = devices.subList(from, from + Fleet.DEVICES_OF_A_NODE);
      tables.add(DeviceTable.of(schema, node));
    }
    return tables;
  }

  @Benchmark
  public CompiledSelector compile(Texts texts) {
    return compiled(texts.expressions, texts.next());
  }

  @Benchmark
  public Object devCelCompile(Texts texts) {
    return LibrarySelector.compile(texts.next());
  }

  private static CompiledSelector compiled(DeviceExpressions expressions, String text) {
    return switch (expressions.compileSelector(text)) {
      case CompileResult.Compiled<CompiledSelector>(var selector, _) -> selector;
      case CompileResult.Refused<CompiledSelector>(var why) ->
          throw new IllegalArgumentException("(%s) is refused: %s".formatted(text, why));
    };
  }
}
