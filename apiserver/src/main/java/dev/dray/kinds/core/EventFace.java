package dev.dray.kinds.core;

import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.json.Json;
import dev.dray.kinds.Draft;
import dev.dray.kinds.GroupVersions;
import dev.dray.kinds.Prepared;
import dev.dray.kinds.Strategy;
import dev.dray.kinds.TreeStrategy;
import dev.dray.kinds.WriteContext;
import dev.dray.schema.Schemas;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The events of {@code events.k8s.io}: the same objects as in the core group, with other field
 * names.
 */
public record EventFace(Strategy core, Schemas schemas) implements Strategy {
  private static final String API_VERSION = GroupVersions.EVENTS + "/v1";

  /** The field names of this group and those of the core group. */
  private static final Map<String, String> NAMES = names();

  private static Map<String, String> names() {
    var names = new LinkedHashMap<String, String>();
    names.put("regarding", "involvedObject");
    names.put("note", "message");
    names.put("reportingController", "reportingComponent");
    names.put("deprecatedSource", "source");
    names.put("deprecatedFirstTimestamp", "firstTimestamp");
    names.put("deprecatedLastTimestamp", "lastTimestamp");
    names.put("deprecatedCount", "count");
    return names;
  }

  @Override
  public Decoded decode(Json.Obj written, String version, FieldValidation validation) {
    var read = TreeStrategy.read(written, schemas, API_VERSION, "Event", validation);
    var event = read.draft().tree();
    for (var name : NAMES.entrySet()) {
      event = renamed(event, name.getKey(), name.getValue());
    }
    return new Decoded(
        new Draft.OfTree(event.with("apiVersion", Json.of("v1"))), read.errors(), read.warnings());
  }

  @Override
  public Json.Obj encode(Json.Obj stored, String version) {
    var event = stored;
    for (var name : NAMES.entrySet()) {
      event = renamed(event, name.getValue(), name.getKey());
    }
    return event.with("apiVersion", Json.of(API_VERSION));
  }

  private static Json.Obj renamed(Json.Obj object, String from, String to) {
    var value = object.find(from);
    return value.isPresent() ? object.without(from).with(to, value.get()) : object;
  }

  @Override
  public Prepared create(Draft draft, WriteContext context) {
    return core.create(draft, context);
  }

  @Override
  public Prepared update(Draft draft, Json.Obj stored, WriteContext context) {
    return core.update(draft, stored, context);
  }

  @Override
  public Prepared updatePart(
      String subresource, Draft draft, Json.Obj stored, WriteContext context) {
    return core.updatePart(subresource, draft, stored, context);
  }

  @Override
  public List<String> untouched(String subresource) {
    return core.untouched(subresource);
  }

  @Override
  public List<String> nameMistakes(String name) {
    return core.nameMistakes(name);
  }

  @Override
  public boolean createsOnUpdate() {
    return core.createsOnUpdate();
  }
}
