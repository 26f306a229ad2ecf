package dev.dray.client;

import dev.dray.api.codec.ObjectTrees;
import dev.dray.api.codec.shape.ApiVersion;
import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.codec.text.Limits;
import dev.dray.api.core.CoreObject;
import dev.dray.api.core.Node;
import dev.dray.api.core.Pod;
import dev.dray.api.json.Json;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.resource.ApiObject;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.Kind;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimTemplate;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSlicePatch;
import java.util.function.Function;

/** The kinds that Dray's components work with. */
public final class Resources {
  private static final ObjectTrees TREES = new ObjectTrees(Limits.DEFAULT);

  public static final ResourceType<Pod> PODS =
      core("pods", "Pod", true, TREES::readPod, CoreObject::metadata);
  public static final ResourceType<Node> NODES =
      core("nodes", "Node", false, TREES::readNode, CoreObject::metadata);
  public static final ResourceType<Json.Obj> NAMESPACES =
      plain("", "v1", "namespaces", "Namespace");
  public static final ResourceType<Json.Obj> EVENTS =
      new ResourceType<>("", "v1", "events", "Event", true, it -> it, Resources::metadata);
  public static final ResourceType<Json.Obj> LEASES =
      new ResourceType<>(
          "coordination.k8s.io", "v1", "leases", "Lease", true, it -> it, Resources::metadata);
  public static final ResourceType<ResourceSlice> SLICES =
      devices(Kind.RESOURCE_SLICE, ApiVersion.V1, ResourceSlice.class);
  public static final ResourceType<ResourceClaim> CLAIMS =
      devices(Kind.RESOURCE_CLAIM, ApiVersion.V1, ResourceClaim.class);
  public static final ResourceType<ResourceClaimTemplate> TEMPLATES =
      devices(Kind.RESOURCE_CLAIM_TEMPLATE, ApiVersion.V1, ResourceClaimTemplate.class);
  public static final ResourceType<DeviceClass> CLASSES =
      devices(Kind.DEVICE_CLASS, ApiVersion.V1, DeviceClass.class);
  public static final ResourceType<DeviceTaintRule> TAINT_RULES =
      devices(Kind.DEVICE_TAINT_RULE, ApiVersion.V1, DeviceTaintRule.class);
  public static final ResourceType<ResourceSlicePatch> PATCHES =
      devices(Kind.RESOURCE_SLICE_PATCH, ApiVersion.V1ALPHA3, ResourceSlicePatch.class);

  private Resources() {}

  private static <T> ResourceType<T> core(
      String plural,
      String kind,
      boolean namespaced,
      Function<Json.Obj, T> reader,
      Function<T, ObjectMeta> metadata) {
    return new ResourceType<>("", "v1", plural, kind, namespaced, reader, metadata);
  }

  private static ResourceType<Json.Obj> plain(
      String group, String version, String plural, String kind) {
    return new ResourceType<>(group, version, plural, kind, false, it -> it, Resources::metadata);
  }

  /** Returns the metadata of an object of any kind. */
  public static ObjectMeta metadata(Json.Obj tree) {
    return TREES.readMetadata(tree.object("metadata"));
  }

  private static <T extends ApiObject> ResourceType<T> devices(
      Kind kind, ApiVersion version, Class<T> type) {
    return new ResourceType<>(
        ApiVersion.GROUP,
        version.versionName(),
        kind.plural(),
        kind.kindName(),
        kind.scope() == Kind.Scope.NAMESPACED,
        tree -> type.cast(TREES.read(tree, kind, version, FieldValidation.IGNORE).object()),
        ApiObject::metadata);
  }

  /** Returns a claim, template or other object of {@code resource.k8s.io} as it is sent. */
  public static Json.Obj tree(ApiObject object) {
    return ObjectTrees.write(
        object, object instanceof ResourceSlicePatch ? ApiVersion.V1ALPHA3 : ApiVersion.V1);
  }
}
