package dev.dray.api.codec;

import dev.dray.api.codec.shape.CoreShapes;
import dev.dray.api.codec.shape.MetaShapes;
import dev.dray.api.codec.shape.ObjectShape;
import dev.dray.api.codec.text.JsonOutput;
import dev.dray.api.core.PodToleration;
import dev.dray.api.json.Json;
import dev.dray.api.meta.NodeSelector;
import dev.dray.api.meta.RawJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The JSON of pods that are pinned to certain nodes; everything else in it stays as it was. */
public final class PodPinning {
  private PodPinning() {}

  /** Returns the pod with these required nodes instead of its own, and with more tolerations. */
  public static RawJson pinned(RawJson pod, NodeSelector required, List<PodToleration> more) {
    var fields = new LinkedHashMap<>(CoreJson.tree(pod.text()).fields());
    var spec = fields(fields.get("spec"));
    var affinity = fields(spec.get("affinity"));
    var nodes = fields(affinity.get("nodeAffinity"));
    nodes.put(
        "requiredDuringSchedulingIgnoredDuringExecution", tree(MetaShapes.NODE_SELECTOR, required));
    affinity.put("nodeAffinity", new Json.Obj(nodes));
    spec.put("affinity", new Json.Obj(affinity));
    var tolerations = new ArrayList<Json>();
    if (spec.get("tolerations") instanceof Json.Arr(var items)) {
      tolerations.addAll(items);
    }
    more.forEach(it -> tolerations.add(tree(CoreShapes.TOLERATION, it)));
    spec.put("tolerations", new Json.Arr(tolerations));
    fields.put("spec", new Json.Obj(spec));
    return CoreJson.text(new Json.Obj(fields));
  }

  private static Map<String, Json> fields(@Nullable Json tree) {
    return tree instanceof Json.Obj(var fields)
        ? new LinkedHashMap<>(fields)
        : new LinkedHashMap<>();
  }

  private static <T> Json tree(ObjectShape<T> shape, T value) {
    var out = new JsonOutput(JsonOutput.Layout.COMPACT);
    shape.write(value, out);
    return CoreJson.tree(out.toString());
  }
}
