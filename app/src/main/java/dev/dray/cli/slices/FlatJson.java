package dev.dray.cli.slices;

import dev.dray.api.codec.JsonText;
import dev.dray.cli.output.ValueLine;
import dev.dray.layout.FlatPool;
import dev.dray.layout.FlatSlice;
import dev.dray.layout.Flattened;
import dev.dray.layout.Origin;
import java.io.PrintWriter;
import java.util.List;

/** The JSON form of flattened pools. */
final class FlatJson {
  private final JsonText json = new JsonText();

  private FlatJson() {}

  static void print(Flattened flattened, PrintWriter out) {
    var text = new FlatJson();
    text.json.beginObject().name("pools").beginArray();
    flattened.pools().forEach(text::pool);
    text.json.endArray().endObject();
    out.println(text.json);
  }

  private void pool(FlatPool pool) {
    json.beginObject();
    json.name("driver").string(pool.id().driver());
    json.name("pool").string(pool.id().pool());
    json.name("generation").number(pool.generation());
    json.name("counterSets").beginArray();
    for (var slice : pool.slices()) {
      for (var set : slice.counterSets()) {
        begin(set.name(), slice);
        set.hidden().ifPresent(it -> json.name("hidden").string(it.explanation()));
        values(ValueLine.of(set));
      }
    }
    json.endArray().name("devices").beginArray();
    for (var slice : pool.slices()) {
      for (var device : slice.devices()) {
        begin(device.name(), slice);
        device.hidden().ifPresent(it -> json.name("hidden").string(it.explanation()));
        values(ValueLine.of(device));
      }
    }
    json.endArray().endObject();
  }

  private void begin(String name, FlatSlice slice) {
    json.beginObject().name("name").string(name).name("slice").string(slice.name());
  }

  private void values(List<ValueLine> lines) {
    json.name("values").beginArray();
    for (var line : lines) {
      json.beginObject().name("part").string(line.part()).name("name").string(line.name());
      json.name("value").json(line.json());
      json.name("from");
      origin(line.origin());
      json.name("insteadOf").beginArray();
      line.instead().forEach(json::string);
      json.endArray().endObject();
    }
    json.endArray().endObject();
  }

  private void origin(Origin origin) {
    json.beginObject();
    switch (origin) {
      case Origin.Own() -> json.name("kind").string("own");
      case Origin.Mixin(var name) -> json.name("kind").string("mixin").name("name").string(name);
      case Origin.Patch(var name, int priority) ->
          json.name("kind")
              .string("patch")
              .name("name")
              .string(name)
              .name("priority")
              .number(priority);
      case Origin.TaintRule(var name) ->
          json.name("kind").string("taintRule").name("name").string(name);
    }
    json.endObject();
  }
}
