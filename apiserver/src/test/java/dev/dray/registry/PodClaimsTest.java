package dev.dray.registry;

import static dev.dray.registry.Desk.by;
import static dev.dray.registry.Desk.tree;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.json.Json;
import dev.dray.kinds.StatusError;
import dev.dray.kinds.StatusError.Reason;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** A pod on a node has its claims. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PodClaimsTest {
  private static final List<String> STATUS = List.of("status");
  private final Desk desk = new Desk();

  @AfterEach
  void close() {
    desk.close();
  }

  private Json.Obj pod(String name, String claims) {
    return desk.create(
        "pods",
        """
        metadata: {name: %s}
        spec:
          containers: [{name: c, image: i}]
          resourceClaims: [%s]
        """
            .formatted(name, claims));
  }

  private void claim(String name) {
    desk.create(
        "resourceclaims",
        """
        metadata: {name: %s}
        spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu}}]}}
        """
            .formatted(name));
  }

  /** Gives the claim a device and reserves it for pods, or takes both away if there are none. */
  private void reserve(String claim, Json.Obj... pods) {
    reserve(claim, "{}", pods);
  }

  /** The same with more of the allocation. */
  private void reserve(String claim, String more, Json.Obj... pods) {
    var now = desk.read("resourceclaims", claim);
    var users =
        Arrays.stream(pods)
            .map(
                it ->
                    Json.obj(
                        "resource",
                        "pods",
                        "name",
                        it.text("metadata", "name"),
                        "uid",
                        it.text("metadata", "uid")))
            .toList();
    var status =
        tree("""
        allocation:
          devices: {results: [{request: r, driver: d, pool: p, device: %s}]}
        """
                .formatted(claim))
            .with("reservedFor", Json.of(users));
    for (var field : tree(more).fields().entrySet()) {
      status = status.with(List.of("allocation", field.getKey()), field.getValue());
    }
    write(users.isEmpty() ? now.without("status") : now.with(STATUS, status));
  }

  private void write(Json.Obj claim) {
    desk.registry.update(
        desk.part("resourceclaims", claim.text("metadata", "name"), "status"),
        new Body(claim),
        by("scheduler"));
  }

  private void bind(String pod) {
    var binding =
        Json.obj(
            "metadata", Json.obj("name", pod), "target", Json.obj("kind", "Node", "name", "n"));
    desk.registry.act(desk.part("pods", pod, "binding"), new Body(binding), by("scheduler"));
  }

  private void say(String pod, String status) {
    desk.patch(
        desk.part("pods", pod, "status"),
        PatchRequest.Sort.MERGE,
        "{status: %s}".formatted(status),
        by("kubelet"));
  }

  private void isNotBound(String pod, String why) {
    var error = Desk.refused(() -> bind(pod));
    assertThat(error.reason()).isEqualTo(Reason.CONFLICT);
    assertThat(error)
        .hasMessage(
            "Operation cannot be fulfilled on pods/binding \"%s\": pod %s cannot be assigned to a"
                    .formatted(pod, pod)
                + " host: "
                + why
                + ". Allocate its claims and reserve them for it before binding it");
  }

  @Test
  void a_pod_is_bound_only_where_the_devices_of_its_claim_can_be_used() {
    var pod = pod("p", "{name: c, resourceClaimName: mine}");
    claim("mine");
    var elsewhere = "{matchFields: [{key: metadata.name, operator: In, values: [other]}]}";
    reserve("mine", "nodeSelector: {nodeSelectorTerms: [%s]}".formatted(elsewhere), pod);
    isNotBound("p", "its claim mine has devices that node n cannot use");

    reserve("mine");
    var zone = "{matchExpressions: [{key: zone, operator: In, values: [a]}]}";
    reserve("mine", "nodeSelector: {nodeSelectorTerms: [%s]}".formatted(zone), pod);
    isNotBound("p", "its claim mine has devices that node n cannot use");

    desk.create("nodes", "metadata: {name: 'n', labels: {zone: a}}");
    bind("p");
  }

  @Test
  void a_pod_is_bound_only_once_its_claim_has_devices_and_is_reserved_for_it() {
    var pod = pod("p", "{name: c, resourceClaimName: mine}");
    var other = pod("other", "{name: c, resourceClaimName: mine}");
    isNotBound("p", "its claim mine does not exist");
    claim("mine");
    isNotBound("p", "its claim mine has no devices");
    reserve("mine", other);
    isNotBound("p", "its claim mine is not reserved for it");

    reserve("mine", other, pod);
    bind("p");

    assertThat(desk.read("pods", "p").text("spec", "nodeName")).isEqualTo("n");
  }

  @Test
  void that_holds_for_claims_made_for_it_as_soon_as_it_names_them() {
    var pod = pod("p", "{name: c, resourceClaimTemplateName: t}");
    claim("made");
    say("p", "{resourceClaimStatuses: [{name: c, resourceClaimName: made}]}");

    isNotBound("p", "its claim made has no devices");
    reserve("made", pod);
    bind("p");

    assertThat(desk.read("pods", "p").text("spec", "nodeName")).isEqualTo("n");
  }

  @Test
  void a_claim_that_a_pod_turned_out_not_to_need_is_not_asked_for() {
    pod("p", "{name: c, resourceClaimTemplateName: t}");
    say("p", "{resourceClaimStatuses: [{name: c}]}");

    bind("p");

    assertThat(desk.read("pods", "p").text("spec", "nodeName")).isEqualTo("n");
  }

  @Test
  void a_claim_stays_reserved_for_a_pod_on_a_node_until_that_has_ended() {
    var pod = pod("p", "{name: c, resourceClaimName: mine}");
    claim("mine");
    reserve("mine", pod);
    bind("p");
    say("p", "{phase: Running}");

    var error = Desk.refused(() -> reserve("mine"));
    assertThat(error.reason()).isEqualTo(Reason.CONFLICT);
    assertThat(error)
        .hasMessage(
            "Operation cannot be fulfilled on resourceclaims.resource.k8s.io \"mine\": pod p is on"
                + " node n and has not ended: the claim stays reserved for it until it ends");

    say("p", "{phase: Succeeded}");
    reserve("mine");
    assertThat(desk.read("resourceclaims", "mine").object("status")).isEqualTo(Json.Obj.EMPTY);
  }

  @Test
  void what_has_no_node_is_gone_or_is_another_pod_by_now_may_lose_its_claim() {
    var waiting = pod("waiting", "{name: c, resourceClaimName: mine}");
    var gone = pod("gone", "{name: c, resourceClaimName: mine}");
    claim("mine");
    reserve("mine", waiting, gone);
    desk.delete("pods", "gone", "{gracePeriodSeconds: 0}");
    var anew = pod("gone", "{name: c, resourceClaimName: mine}");
    reserve("mine", waiting, gone, anew);
    bind("gone");

    reserve("mine", anew);

    assertThat(desk.read("resourceclaims", "mine").objects("status", "reservedFor")).hasSize(1);
  }

  @Test
  void adding_users_and_telling_of_devices_is_nobodys_loss() {
    var pod = pod("p", "{name: c, resourceClaimName: mine}");
    var second = pod("second", "{name: c, resourceClaimName: mine}");
    claim("mine");
    reserve("mine", pod);
    bind("p");

    reserve("mine", pod, second);
    desk.patch(
        desk.part("resourceclaims", "mine", "status"),
        PatchRequest.Sort.MERGE,
        "{status: {devices: [{driver: d, pool: p, device: mine}]}}",
        by("driver"));

    assertThat(desk.read("resourceclaims", "mine").objects("status", "devices")).hasSize(1);
  }

  @Test
  void whoever_binds_while_another_takes_the_claim_back_one_of_them_fails() throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 200; i++) {
        var name = "p" + i;
        var pod = pod(name, "{name: c, resourceClaimName: %s}".formatted(name));
        claim(name);
        reserve(name, pod);

        var binding = threads.submit(() -> succeeds(() -> bind(name)));
        var takingBack = threads.submit(() -> succeeds(() -> reserve(name)));

        assertThat(List.of(binding.get(), takingBack.get())).containsOnlyOnce(true);
      }
    }
  }

  private static boolean succeeds(Runnable write) {
    try {
      write.run();
      return true;
    } catch (StatusError e) {
      assertThat(e.reason()).isEqualTo(Reason.CONFLICT);
      return false;
    }
  }
}
