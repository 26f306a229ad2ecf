package dev.dray.schema;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dray.api.codec.ObjectTrees;
import dev.dray.api.codec.text.Limits;
import dev.dray.api.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class OpenApiTest {
  private static final List<String> ALL =
      List.of("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch");

  private static final List<Served> SERVED =
      List.of(
          new Served("", "v1", "Namespace", "namespaces", false, ALL, List.of("status")),
          new Served("", "v1", "Pod", "pods", true, ALL, List.of("status", "binding", "eviction")),
          new Served("", "v1", "ServiceAccount", "serviceaccounts", true, ALL, List.of("token")),
          new Served("coordination.k8s.io", "v1", "Lease", "leases", true, ALL, List.of()),
          new Served("rbac.authorization.k8s.io", "v1", "Role", "roles", true, ALL, List.of()),
          new Served(
              "authorization.k8s.io",
              "v1",
              "SubjectAccessReview",
              "subjectaccessreviews",
              false,
              List.of("create"),
              List.of()),
          devices("v1", "ResourceSlice", "resourceslices", false),
          devices("v1", "ResourceClaim", "resourceclaims", true),
          devices("v1beta1", "ResourceSlice", "resourceslices", false),
          devices("v1alpha3", "ResourceSlicePatch", "resourceslicepatches", false));

  private static final OpenApi OPEN_API = new OpenApi(Schemas.load(), SERVED);

  private static Served devices(String version, String kind, String plural, boolean namespaced) {
    var subresources = kind.equals("ResourceClaim") ? List.of("status") : List.<String>of();
    return new Served("resource.k8s.io", version, kind, plural, namespaced, ALL, subresources);
  }

  private static Json.Obj parse(byte[] document) {
    var parsed = new ObjectTrees(Limits.DEFAULT).parseJson(document);
    return (Json.Obj) ((ObjectTrees.Parsed.Tree) parsed).value();
  }

  private static Json.Obj v3(String path) {
    return parse(OPEN_API.v3(path).orElseThrow());
  }

  private static Json.Obj schema(Json.Obj document, String name) {
    return document.object("components", "schemas", name);
  }

  private static Json.Obj property(Json.Obj schema, String name) {
    return schema.object("properties", name);
  }

  private static void walk(Json json, Consumer<Json.Obj> each) {
    switch (json) {
      case Json.Obj object -> {
        each.accept(object);
        object.fields().values().forEach(value -> walk(value, each));
      }
      case Json.Arr(var items) -> items.forEach(item -> walk(item, each));
      case Json.Str _, Json.Num _, Json.Bool _, Json.Null _ -> {}
    }
  }

  private static void everyReferenceIsThere(Json.Obj document, String prefix, Json.Obj schemas) {
    var references = new TreeSet<String>();
    walk(document, object -> references.add(object.text("$ref")));
    references.remove("");
    assertThat(references).isNotEmpty();
    for (var reference : references) {
      assertThat(reference).startsWith(prefix);
      assertThat(schemas.fields()).containsKey(reference.substring(prefix.length()));
    }
  }

  @Test
  void every_reference_leads_to_a_schema() {
    var v2 = parse(OPEN_API.v2());
    everyReferenceIsThere(v2, "#/definitions/", v2.object("definitions"));
    for (var path : parse(OPEN_API.v3Index()).object("paths").fields().keySet()) {
      var v3 = v3(path);
      everyReferenceIsThere(v3, "#/components/schemas/", v3.object("components", "schemas"));
    }
  }

  @Test
  void the_index_has_every_version_with_the_hash_of_its_document() {
    var paths = parse(OPEN_API.v3Index()).object("paths");

    assertThat(paths.fields().keySet())
        .containsExactly(
            "api/v1",
            "apis/authorization.k8s.io/v1",
            "apis/coordination.k8s.io/v1",
            "apis/rbac.authorization.k8s.io/v1",
            "apis/resource.k8s.io/v1",
            "apis/resource.k8s.io/v1alpha3",
            "apis/resource.k8s.io/v1beta1");
    assertThat(paths.text("apis/resource.k8s.io/v1", "serverRelativeURL"))
        .isEqualTo(
            "/openapi/v3/apis/resource.k8s.io/v1?hash="
                + OPEN_API.v3Hash("apis/resource.k8s.io/v1").orElseThrow());
  }

  @Test
  void a_hash_changes_with_what_is_served_and_only_with_that() {
    var same = new OpenApi(Schemas.load(), SERVED);
    var fewer = new OpenApi(Schemas.load(), SERVED.subList(0, 1));

    assertThat(same.v3Index()).isEqualTo(OPEN_API.v3Index());
    assertThat(fewer.v3Hash("api/v1")).isNotEqualTo(OPEN_API.v3Hash("api/v1"));
  }

  @Test
  void documents_are_made_once() {
    assertThat(OPEN_API.v2()).isSameAs(OPEN_API.v2());
    assertThat(OPEN_API.v3("api/v1").orElseThrow()).isSameAs(OPEN_API.v3("api/v1").orElseThrow());
  }

  @Test
  void what_is_not_served_has_no_document() {
    assertThat(OPEN_API.v3("apis/resource.k8s.io/v1beta2")).isEmpty();
    assertThat(OPEN_API.v3("api")).isEmpty();
    assertThat(OPEN_API.v3("")).isEmpty();
  }

  @Test
  void paths_are_those_of_the_kinds() {
    assertThat(v3("api/v1").object("paths").fields().keySet())
        .containsExactlyInAnyOrder(
            "/api/v1/namespaces",
            "/api/v1/namespaces/{name}",
            "/api/v1/namespaces/{name}/status",
            "/api/v1/namespaces/{namespace}/pods",
            "/api/v1/namespaces/{namespace}/pods/{name}",
            "/api/v1/namespaces/{namespace}/pods/{name}/binding",
            "/api/v1/namespaces/{namespace}/pods/{name}/eviction",
            "/api/v1/namespaces/{namespace}/pods/{name}/status",
            "/api/v1/namespaces/{namespace}/serviceaccounts",
            "/api/v1/namespaces/{namespace}/serviceaccounts/{name}",
            "/api/v1/namespaces/{namespace}/serviceaccounts/{name}/token",
            "/api/v1/pods",
            "/api/v1/serviceaccounts");
  }

  @Test
  void operations_say_what_they_do_to_which_kind() {
    var paths = v3("apis/rbac.authorization.k8s.io/v1").object("paths");
    var roles = "/apis/rbac.authorization.k8s.io/v1/namespaces/{namespace}/roles";

    var list = paths.object(roles, "get");
    assertThat(list.text("x-kubernetes-action")).isEqualTo("list");
    assertThat(list.text("operationId")).isEqualTo("listRbacAuthorizationV1NamespacedRole");
    assertThat(list.texts("tags")).containsExactly("rbacAuthorization_v1");
    assertThat(list.object("x-kubernetes-group-version-kind"))
        .isEqualTo(Json.obj("group", "rbac.authorization.k8s.io", "version", "v1", "kind", "Role"));
    assertThat(paths.object(roles, "delete").text("x-kubernetes-action"))
        .isEqualTo("deletecollection");
    assertThat(paths.object(roles + "/{name}").fields().keySet())
        .containsExactly("get", "put", "delete", "patch", "parameters");
  }

  @Test
  void only_verbs_of_a_kind_are_there() {
    var paths = v3("apis/authorization.k8s.io/v1").object("paths");

    assertThat(paths.fields().keySet())
        .containsExactly("/apis/authorization.k8s.io/v1/subjectaccessreviews");
    assertThat(paths.object("/apis/authorization.k8s.io/v1/subjectaccessreviews").fields().keySet())
        .containsExactly("post", "parameters");
  }

  @Test
  void subresources_of_other_kinds_take_those() {
    var eviction =
        v3("api/v1").object("paths", "/api/v1/namespaces/{namespace}/pods/{name}/eviction", "post");

    assertThat(eviction.text("x-kubernetes-group-version-kind", "group")).isEqualTo("policy");
    assertThat(eviction.text("requestBody", "content", "*/*", "schema", "$ref"))
        .isEqualTo("#/components/schemas/io.k8s.api.policy.v1.Eviction");
  }

  @Test
  void clients_see_that_the_server_validates_fields() {
    var path = "/apis/resource.k8s.io/v1/resourceslices/{name}";
    var v3 = v3("apis/resource.k8s.io/v1").object("paths", path, "patch");
    var v2 = parse(OPEN_API.v2()).object("paths", path, "patch");

    for (var patch : List.of(v2, v3)) {
      assertThat(patch.objects("parameters"))
          .anySatisfy(
              parameter -> {
                assertThat(parameter.text("name")).isEqualTo("fieldValidation");
                assertThat(parameter.text("in")).isEqualTo("query");
              });
    }
  }

  @Test
  void schemas_of_kinds_are_found_by_kind() {
    var v3 = v3("apis/resource.k8s.io/v1beta1");

    assertThat(
            schema(v3, "io.k8s.api.resource.v1beta1.ResourceSlice")
                .objects("x-kubernetes-group-version-kind"))
        .containsExactly(
            Json.obj("group", "resource.k8s.io", "version", "v1beta1", "kind", "ResourceSlice"));
    assertThat(
            schema(v3, "io.k8s.api.resource.v1beta1.ResourceSliceSpec")
                .has("x-kubernetes-group-version-kind"))
        .isFalse();
  }

  @Test
  void lists_say_how_they_merge() {
    var v3 = v3("api/v1");
    var container = schema(v3, "io.k8s.api.core.v1.Container");
    var ports = property(container, "ports");

    assertThat(ports.text("x-kubernetes-list-type")).isEqualTo("map");
    assertThat(ports.texts("x-kubernetes-list-map-keys"))
        .containsExactly("containerPort", "protocol");
    assertThat(ports.text("x-kubernetes-patch-merge-key")).isEqualTo("containerPort");
    assertThat(ports.text("x-kubernetes-patch-strategy")).isEqualTo("merge");
    var spec = schema(v3, "io.k8s.api.core.v1.PodSpec");
    assertThat(property(spec, "volumes").text("x-kubernetes-patch-strategy"))
        .isEqualTo("merge,retainKeys");
    assertThat(property(spec, "nodeSelector").text("x-kubernetes-map-type")).isEqualTo("atomic");
    assertThat(spec.texts("required")).containsExactly("containers");
    assertThat(property(schema(v3, "io.k8s.api.core.v1.ContainerPort"), "protocol").text("default"))
        .isEqualTo("TCP");
  }

  @Test
  void a_described_reference_is_written_as_its_version_wants_it() {
    var v3 = schema(v3("apis/resource.k8s.io/v1"), "io.k8s.api.resource.v1.ResourceSliceSpec");
    var v2 = parse(OPEN_API.v2()).object("definitions", "io.k8s.api.resource.v1.ResourceSliceSpec");

    assertThat(property(v3, "mixins").objects("allOf"))
        .containsExactly(
            Json.obj("$ref", "#/components/schemas/io.k8s.api.resource.v1.ResourceSliceMixins"));
    assertThat(property(v2, "mixins").text("$ref"))
        .isEqualTo("#/definitions/io.k8s.api.resource.v1.ResourceSliceMixins");
    assertThat(property(v3, "mixins").text("description")).isNotEmpty();
  }

  /** The values of all fields with this tag, in order. */
  private static List<WireReader> parts(WireReader in, int tag) {
    var parts = new ArrayList<WireReader>();
    while (in.next()) {
      if (in.tag() == tag) {
        parts.add(in.message());
      } else {
        in.skip();
      }
    }
    return parts;
  }

  private static Map<String, WireReader> named(WireReader in, int tag) {
    var all = new LinkedHashMap<String, WireReader>();
    for (var entry : parts(in, tag)) {
      entry.next();
      var name = entry.string();
      entry.next();
      all.put(name, entry.message());
    }
    return all;
  }

  @Test
  void protocol_buffers_have_the_same_definitions_and_paths() {
    var json = parse(OPEN_API.v2());
    var document = OPEN_API.v2Protobuf();

    var definitions = named(parts(new WireReader(document), 9).getFirst(), 1);
    var paths = named(parts(new WireReader(document), 8).getFirst(), 2);

    assertThat(definitions.keySet()).isEqualTo(json.object("definitions").fields().keySet());
    assertThat(paths.keySet()).isEqualTo(json.object("paths").fields().keySet());
    var slice = requireNonNull(definitions.get("io.k8s.api.resource.v1.ResourceSlice"));
    var extension = named(slice, 31);
    assertThat(extension.keySet()).containsExactly("x-kubernetes-group-version-kind");
    var yaml = requireNonNull(extension.get("x-kubernetes-group-version-kind"));
    yaml.next();
    assertThat(yaml.tag()).isEqualTo(2);
    assertThat(yaml.string())
        .isEqualTo(
            "[{\"group\":\"resource.k8s.io\",\"version\":\"v1\",\"kind\":\"ResourceSlice\"}]");
  }

  @Test
  void a_kind_without_a_table_is_refused_with_advice() {
    var strange =
        new OpenApi(
            Schemas.load(),
            List.of(new Served("example.com", "v1", "Thing", "things", true, ALL, List.of())));

    assertThatThrownBy(strange::v2).hasMessageContaining("Thing").hasMessageContaining("tools");
  }
}
