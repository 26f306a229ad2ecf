package dev.dray.cli.options;

import dev.dray.api.core.Node;
import dev.dray.api.core.Pod;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimTemplate;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.cluster.Cluster;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/** An object named by {@code KIND/NAME} or {@code KIND/NAMESPACE/NAME}, as kubectl writes it. */
public record ObjectReference(Kind kind, String namespace, String name) {

  /** The kinds of a cluster. */
  public enum Kind {
    NODE("Node", "nodes", false, it -> metadata(it.nodes(), Node::metadata)),
    POD("Pod", "pods", true, it -> metadata(it.pods(), Pod::metadata)),
    SLICE(
        "ResourceSlice",
        "resourceslices",
        false,
        it -> metadata(it.slices(), ResourceSlice::metadata)),
    CLASS(
        "DeviceClass", "deviceclasses", false, it -> metadata(it.classes(), DeviceClass::metadata)),
    CLAIM(
        "ResourceClaim",
        "resourceclaims",
        true,
        it -> metadata(it.claims(), ResourceClaim::metadata)),
    TEMPLATE(
        "ResourceClaimTemplate",
        "resourceclaimtemplates",
        true,
        it -> metadata(it.templates(), ResourceClaimTemplate::metadata)),
    PATCH(
        "ResourceSlicePatch",
        "resourceslicepatches",
        false,
        it -> metadata(it.patches(), ResourceSlicePatch::metadata)),
    TAINT_RULE(
        "DeviceTaintRule",
        "devicetaintrules",
        false,
        it -> metadata(it.taintRules(), DeviceTaintRule::metadata));

    private final String kindName;
    private final String plural;
    private final boolean namespaced;
    private final Function<Cluster, List<ObjectMeta>> objects;

    Kind(
        String kindName,
        String plural,
        boolean namespaced,
        Function<Cluster, List<ObjectMeta>> objects) {
      this.kindName = kindName;
      this.plural = plural;
      this.namespaced = namespaced;
      this.objects = objects;
    }

    private static <T> List<ObjectMeta> metadata(List<T> all, Function<T, ObjectMeta> metadata) {
      return all.stream().map(metadata).toList();
    }

    public String kindName() {
      return kindName;
    }

    /** Returns the kind as users type it. */
    public String word() {
      return kindName.toLowerCase(Locale.ROOT);
    }

    public List<ObjectMeta> objects(Cluster cluster) {
      return objects.apply(cluster);
    }

    private boolean isCalled(String typed) {
      var name = typed.toLowerCase(Locale.ROOT);
      return name.equals(word()) || name.equals(plural);
    }
  }

  public static ObjectReference parse(String text, ClusterOptions options) {
    var parts = text.split("/", -1);
    var kind = Arrays.stream(Kind.values()).filter(it -> it.isCalled(parts[0])).findFirst();
    if (kind.isEmpty() || parts.length < 2 || parts.length > (kind.get().namespaced ? 3 : 2)) {
      throw options.mistake(
          "--without \"%s\" must be KIND/NAME or KIND/NAMESPACE/NAME, where KIND is one of %s."
              .formatted(
                  text,
                  Arrays.stream(Kind.values()).map(Kind::word).collect(Collectors.joining(", "))));
    }
    var namespace =
        kind.get().namespaced ? (parts.length == 3 ? parts[1] : options.namespace()) : "";
    return new ObjectReference(kind.get(), namespace, parts[parts.length - 1]);
  }
}
