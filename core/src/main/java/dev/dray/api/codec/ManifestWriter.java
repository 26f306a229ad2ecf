package dev.dray.api.codec;

import dev.dray.api.codec.shape.ApiVersion;
import dev.dray.api.codec.shape.KindShapes;
import dev.dray.api.codec.text.JsonOutput;
import dev.dray.api.codec.text.Output;
import dev.dray.api.codec.text.YamlOutput;
import dev.dray.api.core.CoreObject;
import dev.dray.api.resource.ApiObject;

/** A writer of objects in a version of choice; fields and keys always come in the same order. */
public final class ManifestWriter {
  private final ApiVersion version;

  public ManifestWriter(ApiVersion version) {
    this.version = version;
  }

  /** Returns JSON on one line, as a server sends it. */
  public String json(ApiObject object) {
    return json(object, JsonOutput.Layout.COMPACT);
  }

  /** Returns indented JSON. */
  public String indentedJson(ApiObject object) {
    return json(object, JsonOutput.Layout.INDENTED);
  }

  private String json(ApiObject object, JsonOutput.Layout layout) {
    var out = new JsonOutput(layout);
    write(object, out);
    return out.toString();
  }

  /** Returns one YAML document, without a separator. */
  public String yaml(ApiObject object) {
    var out = new YamlOutput();
    write(object, out);
    return out.finish();
  }

  /**
   * Returns JSON on one line; pods, nodes and workloads have one version, whatever the writer's is.
   */
  public String json(CoreObject object) {
    var out = new JsonOutput(JsonOutput.Layout.COMPACT);
    CoreJson.write(object, out);
    return out.toString();
  }

  /** Returns indented JSON. */
  public String indentedJson(CoreObject object) {
    var out = new JsonOutput(JsonOutput.Layout.INDENTED);
    CoreJson.write(object, out);
    return out.toString();
  }

  /** Returns one YAML document, without a separator. */
  public String yaml(CoreObject object) {
    var out = new YamlOutput();
    CoreJson.write(object, out);
    return out.finish();
  }

  void write(ApiObject object, Output out) {
    if (!version.serves(object.kind())) {
      throw new IllegalArgumentException(
          "The version (%s) does not have the kind (%s)."
              .formatted(version.apiVersion(), object.kind().kindName()));
    }
    out.beginObject();
    out.name("apiVersion");
    out.string(version.apiVersion());
    out.name("kind");
    out.string(object.kind().kindName());
    KindShapes.of(version).writeFields(object, out);
    out.endObject();
  }
}
