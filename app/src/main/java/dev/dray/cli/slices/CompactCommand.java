package dev.dray.cli.slices;

import dev.dray.api.codec.JsonText;
import dev.dray.api.codec.ManifestWriter;
import dev.dray.api.codec.shape.ApiVersion;
import dev.dray.api.gate.Gate;
import dev.dray.api.resource.ResourcePool;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.validation.Validator;
import dev.dray.cli.options.ClusterOptions;
import dev.dray.cli.options.OptionChoice;
import dev.dray.cli.output.Exit;
import dev.dray.cli.output.Terminal;
import dev.dray.cli.output.TextTable;
import dev.dray.layout.CompactedPool;
import dev.dray.layout.Compaction;
import dev.dray.layout.Equivalence;
import dev.dray.layout.SliceBytes;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code dray compact}: the same devices in fewer bytes, with mixins that it finds. */
@Command(
    name = "compact",
    description = "Write slices with mixins, in as few bytes as possible.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Slices go to standard output, a table of bytes before and after to standard error.",
      "Both layouts are flattened and compared device by device before anything is written.",
      "Nothing ever gets larger: where no smaller layout is found, slices stay as they are.",
      "The generation of the pools stays, too: the driver has to raise it when it publishes the",
      "new slices; --bump-generation does so here.",
      "",
      "Examples:",
      "  dray compact -f slices.yaml > small.yaml",
      "  dray compact -f slices.yaml -o text",
      "  kubectl get resourceslices -o yaml | dray compact -f - --bump-generation"
    })
public final class CompactCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private ClusterOptions options = new ClusterOptions();

  @Option(
      names = "--bump-generation",
      description = "Raise the generation of each pool that changes by one.")
  private boolean bump;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "yaml",
      description = "yaml (the default), json, or text for only the table of bytes.")
  private String output = "yaml";

  public CompactCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  private enum Format {
    YAML,
    JSON,
    TEXT
  }

  @Override
  public Integer call() {
    var format = OptionChoice.of(Format.class, "-o", output, options::mistake);
    var gates = options.gates();
    if (!gates.enabled(Gate.DRA_RESOURCE_SLICE_MIXINS)) {
      throw options.mistake(
          "Mixins need the feature gate DRAResourceSliceMixins, which is disabled.");
    }
    var cluster = options.read(LayoutInput.timeless(terminal));
    var slices = LayoutInput.withoutMadeUpTimes(cluster.slices());
    if (slices.isEmpty()) {
      terminal.err().println("There is no ResourceSlice in the files.");
      return Exit.FINDINGS.code();
    }
    var pools = Compaction.of(slices, gates, Validator.with(gates));
    var after = pools.stream().flatMap(it -> it.after().stream()).toList();
    var difference = Equivalence.difference(slices, after, gates);
    if (difference.isPresent()) {
      terminal
          .err()
          .println(
              "error: Nothing is written, because the result would differ: " + difference.get());
      return Exit.FINDINGS.code();
    }
    print(format, pools);
    return Exit.OK.code();
  }

  private void print(Format format, List<CompactedPool> pools) {
    var writer = new ManifestWriter(ApiVersion.V1);
    var after = pools.stream().flatMap(it -> published(it).stream()).toList();
    switch (format) {
      case TEXT -> table(pools).print(terminal.out());
      case YAML ->
          terminal
              .out()
              .print(after.stream().map(writer::yaml).collect(Collectors.joining("---\n")));
      case JSON -> terminal.out().println(list(after, writer));
    }
    pools.forEach(
        pool -> pool.remarks().forEach(it -> terminal.err().println("note: " + it.text())));
    if (format != Format.TEXT) {
      table(pools).print(terminal.err());
    }
  }

  private static JsonText list(List<ResourceSlice> slices, ManifestWriter writer) {
    var json = new JsonText();
    json.beginObject().name("apiVersion").string("v1").name("kind").string("List");
    json.name("items").beginArray();
    slices.forEach(slice -> json.json(writer.json(slice)));
    return json.endArray().endObject();
  }

  private List<ResourceSlice> published(CompactedPool pool) {
    return bump && !pool.after().equals(pool.before())
        ? pool.after().stream().map(CompactCommand::raised).toList()
        : pool.after();
  }

  private static ResourceSlice raised(ResourceSlice slice) {
    var pool = slice.spec().pool();
    return slice.withSpec(
        slice
            .spec()
            .withPool(
                new ResourcePool(pool.name(), pool.generation() + 1, pool.resourceSliceCount())));
  }

  private static TextTable table(List<CompactedPool> pools) {
    var textTable = new TextTable("POOL", "SLICE", "BEFORE", "AFTER", "SAVED");
    for (var pool : pools) {
      var after = new HashMap<String, Integer>();
      pool.after().forEach(slice -> after.put(slice.metadata().name(), SliceBytes.of(slice)));
      for (var slice : pool.before()) {
        var name = slice.metadata().name();
        int before = SliceBytes.of(slice);
        textTable.row(
            pool.id().toString(),
            name,
            String.valueOf(before),
            after.containsKey(name) ? String.valueOf(after.get(name)) : "-",
            saved(before, after.getOrDefault(name, 0)));
      }
    }
    long before = pools.stream().mapToLong(it -> SliceBytes.of(it.before())).sum();
    long after = pools.stream().mapToLong(it -> SliceBytes.of(it.after())).sum();
    return textTable.row(
        "total",
        slices(pools),
        String.valueOf(before),
        String.valueOf(after),
        saved(before, after));
  }

  private static String slices(List<CompactedPool> pools) {
    int before = pools.stream().mapToInt(it -> it.before().size()).sum();
    int after = pools.stream().mapToInt(it -> it.after().size()).sum();
    var slices = before == 1 ? "1 slice" : before + " slices";
    return before == after ? slices : "%s, now %d".formatted(slices, after);
  }

  private static String saved(long before, long after) {
    return String.format(Locale.ROOT, "%.1f%%", 100.0 * (before - after) / before);
  }
}
