package dev.dray.kinds.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dray.api.gate.Gates;
import dev.dray.api.json.Json;
import dev.dray.api.meta.Violations;
import dev.dray.kinds.Resource;
import dev.dray.kinds.StatusError;
import dev.dray.kinds.World;
import dev.dray.kinds.WriteCheck;
import dev.dray.kinds.pod.PriorityCheck;
import dev.dray.kinds.quota.QuotaUsage;
import dev.dray.security.User;
import dev.dray.security.authorization.Action;
import dev.dray.security.authorization.Authorizer;
import dev.dray.security.authorization.Decision;
import dev.dray.store.Precondition;
import dev.dray.store.StoreOperation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WriteChecksTest {
  private static final User SOMEBODY = new User("somebody", "", List.of(), Map.of());

  private final World world = new World();
  private final Stock stock = new Stock();
  private final List<String> permissions = new ArrayList<>();

  WriteChecksTest() {
    put("namespaces", "", "x", "metadata: {name: x}\nstatus: {phase: Active}\n");
  }

  /** What is stored, by key. */
  private static final class Stock implements WriteCheck.View {
    private final Map<String, Stored> objects = new LinkedHashMap<>();
    private long revision = 10;

    @Override
    public long revision() {
      return revision;
    }

    @Override
    public Optional<Stored> find(Resource resource, String namespace, String name) {
      return Optional.ofNullable(objects.get(resource.key(namespace, name)));
    }

    @Override
    public List<Stored> list(Resource resource, String namespace) {
      return objects.values().stream()
          .filter(it -> it.key().startsWith(resource.keyPrefix(namespace)))
          .toList();
    }
  }

  private void put(String plural, String namespace, String name, String yaml) {
    var key = world.resource(plural).key(namespace, name);
    stock.objects.put(key, new WriteCheck.View.Stored(key, World.tree(yaml), ++stock.revision));
  }

  private WriteCheck.Write write(
      WriteCheck.Verb verb,
      String plural,
      String part,
      Json.Obj object,
      Optional<Json.Obj> stored,
      User user) {
    return new WriteCheck.Write(
        verb,
        world.resource(plural),
        part,
        world.resource(plural).namespaced() ? "x" : "",
        object.text("metadata", "name"),
        object,
        stored,
        Optional.empty(),
        false,
        World.by(user, verb == WriteCheck.Verb.CREATE ? "create" : "update"));
  }

  private WriteCheck.Write creation(String plural, String yaml, User user) {
    return write(
        WriteCheck.Verb.CREATE, plural, "", world.created(plural, yaml), Optional.empty(), user);
  }

  private WriteCheck.Verdict asked(WriteCheck.Write write) {
    Authorizer authorizer =
        (_, action) ->
            action instanceof Action.OnResource on
                    && permissions.contains(on.verb() + " " + on.subresource() + on.name())
                ? new Decision.Allowed("")
                : new Decision.Denied("");
    var conditions = new ArrayList<Precondition>();
    var operations = new ArrayList<StoreOperation>();
    var violations = Violations.NONE;
    for (var check : WriteChecks.of(world.kinds, Gates.defaults(), authorizer)) {
      var verdict = check.check(write, stock);
      violations = violations.and(verdict.violations());
      conditions.addAll(verdict.conditions());
      operations.addAll(verdict.operations());
    }
    return new WriteCheck.Verdict(violations, List.of(), conditions, operations);
  }

  private WriteCheck.Verdict created(String plural, String yaml) {
    return asked(creation(plural, yaml, SOMEBODY));
  }

  private static List<String> messages(WriteCheck.Verdict verdict) {
    return verdict.violations().stream().map(Object::toString).toList();
  }

  @Test
  void nothing_is_created_in_a_namespace_that_is_not_there() {
    stock.objects.clear();

    assertThatThrownBy(() -> created("configmaps", "metadata: {name: c}\n"))
        .isInstanceOfSatisfying(
            StatusError.class,
            error -> assertThat(error.reason()).isEqualTo(StatusError.Reason.NOT_FOUND))
        .hasMessage("namespaces \"x\" not found");
  }

  @Test
  void nothing_is_created_in_a_namespace_that_ends() {
    put("namespaces", "", "x", "metadata: {name: x}\nstatus: {phase: Terminating}\n");

    assertThatThrownBy(() -> created("configmaps", "metadata: {name: c}\n"))
        .isInstanceOfSatisfying(
            StatusError.class,
            error ->
                assertThat(error.status().objects("details", "causes").getFirst().text("reason"))
                    .isEqualTo("NamespaceTerminating"))
        .hasMessage(
            "configmaps \"c\" is forbidden: unable to create new content in namespace x because it"
                + " is being terminated");
  }

  @Test
  void what_is_created_depends_on_its_namespace_staying_as_it_was_seen() {
    assertThat(created("configmaps", "metadata: {name: c}\n").conditions())
        .containsExactly(new Precondition.At("/registry/core/namespaces/x", 11));
  }

  @Test
  void some_namespaces_stay() {
    var kubeSystem = World.tree("metadata: {name: kube-system}\n");
    var deletion =
        write(
            WriteCheck.Verb.DELETE,
            "namespaces",
            "",
            kubeSystem,
            Optional.of(kubeSystem),
            User.SERVER);

    assertThatThrownBy(() -> asked(deletion))
        .hasMessage("namespaces \"kube-system\" is forbidden: this namespace may not be deleted");
  }

  private static final String ADMIN_CLAIM =
      """
      apiVersion: resource.k8s.io/v1
      metadata: {name: c, namespace: x}
      spec:
        devices:
          requests:
          - {name: a, exactly: {deviceClassName: gpu}}
          - {name: b, exactly: {deviceClassName: gpu, adminAccess: true}}
      """;

  @Test
  void admin_access_takes_a_label_on_the_namespace() {
    var message =
        "spec.devices.requests[1].adminAccess: Forbidden: admin access to devices requires the"
            + " `resource.kubernetes.io/admin-access: true` label on the containing namespace";

    assertThat(messages(created("resourceclaims", ADMIN_CLAIM))).containsExactly(message);
    var template =
        "metadata: {name: t, namespace: x}\nspec:\n"
            + ADMIN_CLAIM.replaceAll("(?s)^.*?spec", "spec").indent(2);
    assertThat(messages(created("resourceclaimtemplates", template))).containsExactly(message);
    put(
        "namespaces",
        "",
        "x",
        "metadata: {name: x, labels: {resource.kubernetes.io/admin-access: \"true\"}}\n");
    assertThat(messages(created("resourceclaims", ADMIN_CLAIM))).isEmpty();
  }

  @Test
  void admin_access_that_an_allocation_gives_takes_the_label_too() {
    permissions.add("update binding");
    var claim = world.created("resourceclaims", ADMIN_CLAIM);
    var allocated =
        claim.with(
            List.of("status", "allocation", "devices", "results"),
            Json.Arr.of(Json.obj("adminAccess", true)));

    assertThat(messages(asked(status(allocated, claim))))
        .singleElement()
        .asString()
        .startsWith("status.allocation.devices.results[0].adminAccess: Forbidden: admin access");
    assertThat(messages(asked(status(allocated, allocated)))).isEmpty();
  }

  private WriteCheck.Write status(Json.Obj claim, Json.Obj stored) {
    return write(
        WriteCheck.Verb.UPDATE, "resourceclaims", "status", claim, Optional.of(stored), SOMEBODY);
  }

  private static final String CLAIM =
      """
      metadata: {name: c, namespace: x}
      spec: {devices: {requests: [{name: a, exactly: {deviceClassName: gpu, count: 3}}]}}
      """;

  @Test
  void whoever_allocates_must_be_allowed_to_bind() {
    var claim = world.created("resourceclaims", CLAIM);
    var allocated = claim.with(List.of("status", "allocation"), Json.obj());

    assertThat(messages(asked(status(allocated, claim))))
        .singleElement()
        .asString()
        .startsWith(
            "status.allocation: Forbidden: changing status.allocation or status.reservedFor"
                + " requires resource=\"resourceclaims/binding\", verb=\"update\" permission: ");
    permissions.add("update binding");
    assertThat(messages(asked(status(allocated, claim)))).isEmpty();
  }

  @Test
  void the_status_of_a_device_is_its_drivers() {
    var claim =
        world.created("resourceclaims", CLAIM).with(List.of("status", "allocation"), Json.obj());
    var told =
        claim.with(
            List.of("status", "devices"),
            Json.Arr.of(Json.obj("driver", "d", "pool", "p", "device", "g")));

    assertThat(messages(asked(status(told, claim))))
        .singleElement()
        .asString()
        .startsWith(
            "status.devices: Forbidden: changing status.devices requires"
                + " resource=\"resourceclaims/driver\", verb=\"[arbitrary-node:update]\"");
    permissions.add("arbitrary-node:update driverd");
    assertThat(messages(asked(status(told, claim)))).isEmpty();
  }

  private static final String QUOTA =
      """
      metadata: {name: q, namespace: x, resourceVersion: "7"}
      spec: {hard: {count/configmaps: "2", gpu.deviceclass.resource.k8s.io/devices: "4"}}
      """;

  @Test
  void what_is_used_is_written_with_what_uses_it() {
    put("resourcequotas", "x", "q", QUOTA);
    put("configmaps", "x", "other", "metadata: {name: other, namespace: x}\n");

    var verdict = created("configmaps", "metadata: {name: c, namespace: x}\n");

    assertThat(verdict.conditions())
        .contains(new Precondition.At("/registry/core/resourcequotas/x/q", 12));
    var put = (StoreOperation.Put) verdict.operations().getFirst();
    var quota = World.tree(new String(put.value(), StandardCharsets.UTF_8));
    assertThat(quota.object("status"))
        .isEqualTo(
            World.tree(
                """
                hard: {count/configmaps: "2", gpu.deviceclass.resource.k8s.io/devices: "4"}
                used: {count/configmaps: "2", gpu.deviceclass.resource.k8s.io/devices: "0"}
                """));
    assertThat(quota.object("metadata").has("resourceVersion")).isFalse();
  }

  @Test
  void a_quota_is_not_exceeded() {
    put("resourcequotas", "x", "q", QUOTA);

    assertThat(created("resourceclaims", CLAIM).operations()).hasSize(1);
    put("resourceclaims", "x", "c", CLAIM);
    assertThatThrownBy(() -> created("resourceclaims", CLAIM))
        .hasMessage(
            "resourceclaims.resource.k8s.io \"c\" is forbidden: exceeded quota: q, requested:"
                + " gpu.deviceclass.resource.k8s.io/devices=3, used:"
                + " gpu.deviceclass.resource.k8s.io/devices=3, limited:"
                + " gpu.deviceclass.resource.k8s.io/devices=4");
  }

  @Test
  void of_alternatives_a_quota_counts_the_largest_and_all_devices_as_32() {
    var usage =
        new QuotaUsage(world.kinds)
            .of(
                world.resource("resourceclaims"),
                World.tree(
                    """
                    spec:
                      devices:
                        requests:
                        - name: a
                          firstAvailable:
                          - {name: x, deviceClassName: big, allocationMode: ExactCount, count: 1}
                          - {name: y, deviceClassName: small, allocationMode: ExactCount, count: 2}
                          - {name: z, deviceClassName: small, allocationMode: ExactCount, count: 4}
                        - name: b
                          exactly: {deviceClassName: big, allocationMode: All}
                    """),
                stock,
                World.NOW);

    assertThat(usage.get("big.deviceclass.resource.k8s.io/devices")).hasToString("33");
    assertThat(usage.get("small.deviceclass.resource.k8s.io/devices")).hasToString("4");
    assertThat(usage.get("count/resourceclaims.resource.k8s.io")).hasToString("1");
  }

  @Test
  void devices_count_towards_the_extended_resource_of_their_class() {
    put(
        "deviceclasses",
        "",
        "gpu",
        "metadata: {name: gpu}\nspec: {extendedResourceName: example.com/gpu}\n");
    var usage =
        new QuotaUsage(world.kinds)
            .of(world.resource("resourceclaims"), World.tree(CLAIM), stock, World.NOW);

    assertThat(usage.get("requests.example.com/gpu")).hasToString("3");
    assertThat(usage.get("requests.deviceclass.resource.kubernetes.io/gpu")).hasToString("3");
  }

  @Test
  void where_compute_is_limited_containers_say_how_much_they_take() {
    put(
        "resourcequotas",
        "x",
        "q",
        """
        metadata: {name: q, namespace: x}
        spec: {hard: {pods: "2", requests.cpu: "1", limits.cpu: "2"}}
        """);
    var pod = "metadata: {name: p, namespace: x}\nspec: {containers: [{name: a, image: x%s}]}\n";

    assertThatThrownBy(() -> created("pods", pod.formatted("")))
        .hasMessage(
            "pods \"p\" is forbidden: failed quota: q: must specify limits.cpu for: a;"
                + " requests.cpu for: a");
    assertThatThrownBy(
            () ->
                created(
                    "pods",
                    pod.formatted(", resources: {limits: {cpu: 3}, requests: {cpu: 1500m}}")))
        .hasMessage(
            "pods \"p\" is forbidden: exceeded quota: q, requested:"
                + " limits.cpu=3,requests.cpu=1500m, used: limits.cpu=0,requests.cpu=0, limited:"
                + " limits.cpu=2,requests.cpu=1");
    assertThat(created("pods", pod.formatted(", resources: {limits: {cpu: 1}}")).operations())
        .hasSize(1);
  }

  @Test
  void a_quota_with_a_scope_is_about_such_pods_only() {
    put(
        "resourcequotas",
        "x",
        "q",
        """
        metadata: {name: q, namespace: x}
        spec: {hard: {pods: "0"}, scopes: [BestEffort]}
        """);
    var pod = "metadata: {name: p, namespace: x}\nspec: {containers: [{name: a, image: x%s}]}\n";

    assertThatThrownBy(() -> created("pods", pod.formatted(""))).hasMessageContaining("exceeded");
    assertThat(created("pods", pod.formatted(", resources: {requests: {cpu: 1}}")).operations())
        .isEmpty();
  }

  private static final String POD =
      """
      metadata: {name: p, namespace: x}
      spec: {priorityClassName: %s, containers: [{name: a, image: x}]}
      """;

  @Test
  void a_pod_gets_the_priority_of_its_class() {
    put("priorityclasses", "", "high", "metadata: {name: high}\nvalue: 100\n");
    var check = new PriorityCheck(world.kinds);

    var pod = check.admitted(creation("pods", POD.formatted("high"), SOMEBODY), stock);
    var plain = check.admitted(creation("pods", POD.formatted("\"\""), SOMEBODY), stock);

    assertThat(pod.number("spec", "priority")).contains(100L);
    assertThat(pod.text("spec", "preemptionPolicy")).isEqualTo("PreemptLowerPriority");
    assertThat(plain.number("spec", "priority")).contains(0L);
    assertThatThrownBy(() -> created("pods", POD.formatted("nope")))
        .hasMessage("pods \"p\" is forbidden: no PriorityClass with name nope was found");
  }

  @Test
  void there_is_one_default_class() {
    put("priorityclasses", "", "a", "metadata: {name: a}\nvalue: 1\nglobalDefault: true\n");

    assertThatThrownBy(
            () ->
                created("priorityclasses", "metadata: {name: b}\nvalue: 2\nglobalDefault: true\n"))
        .hasMessage(
            "priorityclasses.scheduling.k8s.io \"b\" is forbidden: PriorityClass a is already"
                + " marked as default. Only one default can exist");
  }
}
