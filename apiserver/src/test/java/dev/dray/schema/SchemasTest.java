package dev.dray.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.codec.shape.ApiVersion;
import dev.dray.api.resource.Kind;
import dev.dray.schema.SchemaType.ListKind;
import dev.dray.schema.SchemaType.ListOf;
import dev.dray.schema.SchemaType.MapKind;
import dev.dray.schema.SchemaType.MapOf;
import dev.dray.schema.SchemaType.Struct;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SchemasTest {
  private static final Schemas SCHEMAS = Schemas.load();

  /** Fields of one type that Dray has and upstream lacks. */
  private static final Set<String> OURS =
      Set.of(
          "ResourceSliceSpec.mixins",
          "Device.includes",
          "BasicDevice.includes",
          "CounterSet.includes",
          "DeviceCounterConsumption.includes",
          "Counter.requestPolicy",
          "Counter.valueFrom",
          "DeviceRequestAllocationResult.compatibilityGroups",
          "DeviceRequestAllocationResult.consumedCounters");

  /** Fields that may be missing here because a mixin or a request can bring what they hold. */
  private static final Set<String> LESS_STRICT =
      Set.of("Counter.value", "CounterSet.counters", "DeviceCounterConsumption.counters");

  private static Struct struct(String apiVersion, String kind) {
    return SCHEMAS.of(apiVersion, kind).orElseThrow();
  }

  private static SchemaType at(SchemaType type, String... path) {
    var found = type;
    for (var name : path) {
      found =
          switch (found) {
            case Struct struct -> field(struct, name).type();
            case ListOf list -> field((Struct) list.element().type(), name).type();
            case MapOf map -> field((Struct) map.value().type(), name).type();
            case SchemaType.Scalar _, SchemaType.Anything _ -> throw new AssertionError(name);
          };
    }
    return found;
  }

  private static SchemaType.Field field(Struct struct, String name) {
    assertThat(struct.fields()).containsKey(name);
    return struct.fields().getOrDefault(name, struct.fields().values().iterator().next());
  }

  @ParameterizedTest
  @CsvSource({
    "v1, Pod",
    "v1, PodList",
    "v1, Node",
    "v1, Namespace",
    "v1, Binding",
    "v1, Event",
    "v1, ConfigMap",
    "v1, Secret",
    "v1, ServiceAccount",
    "v1, ResourceQuota",
    "v1, LimitRange",
    "events.k8s.io/v1, Event",
    "coordination.k8s.io/v1, Lease",
    "rbac.authorization.k8s.io/v1, ClusterRoleBinding",
    "scheduling.k8s.io/v1, PriorityClass",
    "authorization.k8s.io/v1, LocalSubjectAccessReview",
    "authorization.k8s.io/v1, SelfSubjectRulesReview",
    "authentication.k8s.io/v1, TokenRequest",
    "authentication.k8s.io/v1, SelfSubjectReview",
    "policy/v1, Eviction",
    "v1, Status",
    "v1, DeleteOptions",
    "resource.k8s.io/v1, DeleteOptions",
    "resource.k8s.io/v1, ResourceSlice",
    "resource.k8s.io/v1beta1, ResourceClaimTemplateList",
    "resource.k8s.io/v1alpha3, ResourceSlicePatch"
  })
  void every_kind_has_a_type(String apiVersion, String kind) {
    assertThat(struct(apiVersion, kind).fields()).containsKeys("apiVersion", "kind");
  }

  @ParameterizedTest
  @CsvSource({
    "v1, PodSpec",
    "v1, ObjectReference",
    "v1, ResourceSlice",
    "v2, Pod",
    "rbac.example.com/v1, Role",
    "core/v1, Pod",
    "resource.k8s.io/v1, ResourceSlicePatch",
    "resource.k8s.io/v1alpha3, ResourceSlice",
    "resource.k8s.io/v1beta1, DeviceTaintRule",
    "../v1, Pod",
    "/, Pod"
  })
  void what_is_no_kind_has_none(String apiVersion, String kind) {
    assertThat(SCHEMAS.of(apiVersion, kind)).isEmpty();
  }

  @Test
  void lists_know_how_they_merge() {
    var pod = struct("v1", "Pod");

    var ports = (ListOf) at(pod, "spec", "containers", "ports");
    assertThat(ports.kind()).isEqualTo(ListKind.MAP);
    assertThat(ports.keys()).containsExactly("containerPort", "protocol");
    assertThat(ports.patchMerges()).isTrue();
    assertThat(ports.patchMergeKey()).isEqualTo("containerPort");
    var finalizers = (ListOf) at(pod, "metadata", "finalizers");
    assertThat(finalizers.kind()).isEqualTo(ListKind.SET);
    assertThat(finalizers.patchMerges()).isTrue();
    assertThat(finalizers.patchMergeKey()).isEmpty();
    var tolerations = (ListOf) at(pod, "spec", "tolerations");
    assertThat(tolerations.kind()).isEqualTo(ListKind.ATOMIC);
    assertThat(tolerations.patchMerges()).isFalse();
  }

  @Test
  void maps_and_objects_know_how_they_merge() {
    var spec = (Struct) at(struct("v1", "Pod"), "spec");

    assertThat(((MapOf) at(spec, "nodeSelector")).kind()).isEqualTo(MapKind.ATOMIC);
    assertThat(((MapOf) at(struct("v1", "Pod"), "metadata", "labels")).kind())
        .isEqualTo(MapKind.GRANULAR);
    assertThat(field(spec, "volumes").retainKeys()).isTrue();
    var term = at(spec, "affinity", "nodeAffinity");
    assertThat(((Struct) at(term, "requiredDuringSchedulingIgnoredDuringExecution")).kind())
        .isEqualTo(MapKind.ATOMIC);
  }

  @Test
  void keys_of_items_have_their_defaults() {
    var ports = (ListOf) at(struct("v1", "Pod"), "spec", "containers", "ports");

    assertThat(field((Struct) ports.element().type(), "protocol").fallback()).contains("TCP");
  }

  @Test
  void the_devices_of_a_claim_status_are_known_by_four_keys() {
    var devices =
        (ListOf) at(struct("resource.k8s.io/v1beta1", "ResourceClaim"), "status", "devices");

    assertThat(devices.keys()).containsExactly("driver", "device", "pool", "shareID");
  }

  @Test
  void types_are_named_as_upstream_names_them() {
    assertThat(SCHEMAS.objectMeta().name())
        .isEqualTo("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta");
    assertThat(((Struct) at(struct("resource.k8s.io/v1beta1", "ResourceSlice"), "spec")).name())
        .isEqualTo("io.k8s.api.resource.v1beta1.ResourceSliceSpec");
  }

  @ParameterizedTest
  @EnumSource(ApiVersion.class)
  void the_table_has_what_the_codec_reads_and_nothing_else(ApiVersion version) {
    for (var kind : Kind.values()) {
      if (version.serves(kind)) {
        var found = new ArrayList<String>();
        list(struct(version.apiVersion(), kindName(kind)), "", found);
        found.remove("apiVersion string");
        found.remove("kind string");
        assertThat(found)
            .as("%s in %s", kind, version)
            .containsExactlyInAnyOrderElementsOf(WireFields.of(kind, version));
      } else {
        assertThat(SCHEMAS.of(version.apiVersion(), kindName(kind))).isEmpty();
      }
    }
  }

  private static String kindName(Kind kind) {
    var name = new StringBuilder();
    for (var word : kind.name().split("_", -1)) {
      name.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
    }
    return name.toString();
  }

  private static void list(SchemaType type, String path, List<String> found) {
    switch (type) {
      case Struct struct -> {
        found.add(path + " object");
        struct
            .fields()
            .forEach(
                (name, field) ->
                    list(field.type(), path.isEmpty() ? name : path + "." + name, found));
      }
      case ListOf list -> list(list.element().type(), path + "[]", found);
      case MapOf map -> list(map.value().type(), path + "{}", found);
      case SchemaType.Scalar(var kind) ->
          found.add(path + " " + kind.name().toLowerCase(Locale.ROOT));
      case SchemaType.Anything _ -> found.add(path + " anything");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"v1", "v1beta2", "v1beta1", "v1alpha3"})
  void the_table_has_upstreams_fields_with_their_tags(String version) {
    var upstream =
        TableReader.read("upstream.resource." + version, SCHEMAS, new TypeDescriptions());
    for (var theirs : upstream.structs().values()) {
      var name = theirs.name().substring(theirs.name().lastIndexOf('.') + 1);
      var ours = SCHEMAS.struct("resource." + version, name);
      var fields = new HashMap<>(ours.fields());
      fields.keySet().removeIf(field -> OURS.contains(name + "." + field));
      assertThat(fields.keySet()).as(name).isEqualTo(theirs.fields().keySet());
      assertThat(ours.kind()).as(name).isEqualTo(theirs.kind());
      theirs.fields().forEach((field, theirField) -> same(name, theirField, fields));
    }
    assertThat(upstream.kinds()).isNotEmpty();
    assertThat(SCHEMAS.kinds("resource.k8s.io/" + version)).containsAll(upstream.kinds());
  }

  private static void same(
      String owner, SchemaType.Field theirs, Map<String, SchemaType.Field> fields) {
    var place = owner + "." + theirs.name();
    var ours = fields.getOrDefault(theirs.name(), theirs);
    assertThat(ours.tag()).as(place).isEqualTo(theirs.tag());
    assertThat(text(ours.type())).as(place).isEqualTo(text(theirs.type()));
    if (LESS_STRICT.contains(place)) {
      return;
    }
    assertThat(ours.required()).as(place).isEqualTo(theirs.required());
    assertThat(ours.fallback()).as(place).isEqualTo(theirs.fallback());
    assertThat(ours.retainKeys()).as(place).isEqualTo(theirs.retainKeys());
    assertThat(((WireRef) ours.ref()).pointer())
        .as(place)
        .isEqualTo(((WireRef) theirs.ref()).pointer());
    assertThat(((WireRef) ours.ref()).always())
        .as(place)
        .isEqualTo(((WireRef) theirs.ref()).always());
  }

  private static String text(SchemaType type) {
    return switch (type) {
      case Struct struct -> struct.name();
      case ListOf list ->
          "%s %s %s %s of %s"
              .formatted(
                  list.kind(),
                  list.keys(),
                  list.patchMerges(),
                  list.patchMergeKey(),
                  text(list.element().type()));
      case MapOf map -> map.kind() + " of " + text(map.value().type());
      case SchemaType.Scalar scalar -> scalar.toString();
      case SchemaType.Anything any -> any.toString();
    };
  }

  @Test
  void fields_that_only_we_have_are_out_of_upstreams_way() {
    var names = new HashSet<String>();
    for (var version : List.of("v1", "v1beta1")) {
      for (var place : OURS) {
        var parts = place.split("\\.", -1);
        if (parts[0].equals("BasicDevice") == version.equals("v1beta1")
            || !parts[0].endsWith("Device")) {
          var ours = SCHEMAS.struct("resource." + version, parts[0]);
          assertThat(field(ours, parts[1]).tag()).as(place).isGreaterThanOrEqualTo(1000);
          names.add(place);
        }
      }
    }
    assertThat(names).isEqualTo(OURS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"v1", "v1beta2", "v1beta1", "v1alpha3"})
  void everything_of_devices_is_explained(String version) {
    var unexplained = new HashSet<String>();
    for (var kind : SCHEMAS.kinds("resource.k8s.io/" + version)) {
      unexplained(struct("resource.k8s.io/" + version, kind), unexplained);
    }
    assertThat(unexplained).isEmpty();
  }

  private static void unexplained(SchemaType type, Set<String> found) {
    switch (type) {
      case Struct struct when struct.name().contains(".resource.") -> {
        if (struct.description().isEmpty()) {
          found.add(struct.name());
        }
        for (var field : struct.fields().values()) {
          if (field.description().isEmpty()) {
            found.add(struct.name() + "." + field.name());
          }
          unexplained(field.type(), found);
        }
      }
      case ListOf list -> unexplained(list.element().type(), found);
      case MapOf map -> unexplained(map.value().type(), found);
      case Struct _, SchemaType.Scalar _, SchemaType.Anything _ -> {}
    }
  }

  @Test
  void every_word_is_about_something_that_exists() {
    int places = 0;
    for (var line : TableReader.lines("words")) {
      if (line.isEmpty() || line.startsWith("#") || line.startsWith("*")) {
        continue;
      }
      var place = line.substring(0, line.indexOf(": ")).split("\\.", -1);
      var struct = SCHEMAS.struct(place[0] + "." + place[1], place[2]);
      if (place.length == 4) {
        assertThat(field(struct, place[3]).description()).isNotEmpty();
      } else {
        assertThat(struct.description()).isNotEmpty();
      }
      places++;
    }
    assertThat(places).isGreaterThan(200);
  }

  @Test
  void every_reference_of_every_table_leads_somewhere() {
    var seen = new HashSet<String>();
    for (var apiVersion :
        List.of(
            "v1",
            "authentication.k8s.io/v1",
            "authorization.k8s.io/v1",
            "coordination.k8s.io/v1",
            "events.k8s.io/v1",
            "meta.k8s.io/v1",
            "policy/v1",
            "rbac.authorization.k8s.io/v1",
            "scheduling.k8s.io/v1",
            "resource.k8s.io/v1")) {
      assertThat(SCHEMAS.kinds(apiVersion)).isNotEmpty();
      SCHEMAS.kinds(apiVersion).forEach(kind -> follow(struct(apiVersion, kind), seen));
    }
    assertThat(seen).hasSizeGreaterThan(300);
  }

  private static void follow(SchemaType type, Set<String> seen) {
    switch (type) {
      case Struct struct -> {
        if (seen.add(struct.name())) {
          struct.fields().values().forEach(field -> follow(field.type(), seen));
        }
      }
      case ListOf list -> follow(list.element().type(), seen);
      case MapOf map -> follow(map.value().type(), seen);
      case SchemaType.Scalar _, SchemaType.Anything _ -> {}
    }
  }
}
