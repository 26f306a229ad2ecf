package dev.dray.api.admission;

import static dev.dray.api.admission.Written.BEFORE;
import static dev.dray.api.admission.Written.NOW;
import static dev.dray.api.admission.Written.NOW_IN_SECONDS;
import static dev.dray.api.admission.Written.ONE;
import static dev.dray.api.admission.Written.TAINT;
import static dev.dray.api.admission.Written.allocated;
import static dev.dray.api.admission.Written.claim;
import static dev.dray.api.admission.Written.devices;
import static dev.dray.api.admission.Written.exact;
import static dev.dray.api.admission.Written.exactly;
import static dev.dray.api.admission.Written.firstAvailable;
import static dev.dray.api.admission.Written.report;
import static dev.dray.api.admission.Written.reporting;
import static dev.dray.api.admission.Written.result;
import static dev.dray.api.admission.Written.slice;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.Condition;
import dev.dray.api.meta.ManagedFieldsEntry;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.meta.OwnerReference;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.ApiObject;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.DeviceClassSpec;
import dev.dray.api.resource.DevicePatch;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.DeviceTaintRuleSpec;
import dev.dray.api.resource.DeviceTaintRuleStatus;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimStatus;
import dev.dray.api.resource.ResourceClaimTemplate;
import dev.dray.api.resource.ResourceClaimTemplateSpec;
import dev.dray.api.resource.ResourcePoolStatusRequest;
import dev.dray.api.resource.ResourcePoolStatusRequestSpec;
import dev.dray.api.resource.ResourcePoolStatusRequestStatus;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.api.resource.ResourceSlicePatchSpec;
import dev.dray.api.resource.claim.DeviceRequestAllocationResult;
import dev.dray.api.resource.claim.DeviceSelector;
import dev.dray.api.resource.device.Device;
import dev.dray.api.resource.device.DeviceCapacity;
import dev.dray.api.resource.device.DeviceTaint;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class AdmissionTest {
  private static final Device DEVICE = Device.named("device");
  private static final Device TAINTED = DEVICE.withTaints(List.of(TAINT));

  private final Admission admission = new Admission(Gates.defaults());
  private final Admission withoutTaints =
      new Admission(Gates.defaults().without(Gate.DRA_DEVICE_TAINTS));

  @Nested
  class A_slice {
    @Test
    void begins_with_generation_one() {
      assertThat(created(slice(devices(DEVICE)))).isEqualTo(generation(1, slice(devices(DEVICE))));
    }

    @Test
    void keeps_its_generation_while_its_spec_stays_the_same() {
      var stored = generation(4, slice(devices(DEVICE)));

      assertThat(updated(generation(9, stored), stored)).isEqualTo(stored);
    }

    @Test
    void has_a_new_generation_when_its_spec_changes() {
      var stored = generation(4, slice(devices(DEVICE)));

      assertThat(updated(slice(devices(TAINTED)), stored).metadata().generation()).isEqualTo(5);
    }

    @Test
    void is_the_same_with_an_empty_list_as_without_it() {
      var stored = generation(4, slice(devices(DEVICE)));
      var written = slice(stored.spec().withCounterSetList(Optional.of(List.of())));

      assertThat(updated(written, stored).metadata().generation()).isEqualTo(4);
    }

    @Test
    void is_the_same_with_a_quantity_that_is_only_written_in_another_way() {
      var stored = generation(4, slice(devices(DEVICE.withCapacity(memory("1Gi")))));
      var written = slice(devices(DEVICE.withCapacity(memory("1024Mi"))));

      assertThat(updated(written, stored).metadata().generation()).isEqualTo(4);
    }

    private static Map<String, DeviceCapacity> memory(String amount) {
      return Map.of("memory", new DeviceCapacity(Quantity.parse(amount), Optional.empty()));
    }

    @Test
    void has_a_new_generation_even_if_what_is_new_is_dropped() {
      var stored = generation(4, slice(devices(DEVICE)));

      var admitted = withoutTaints.update(slice(devices(TAINTED)), stored, NOW);

      assertThat(admitted.object()).isEqualTo(generation(5, stored));
      assertThat(admitted.warnings())
          .containsExactly(
              "spec.devices[0].taints: dropped because the feature gate DRADeviceTaints is"
                  + " disabled");
    }

    @Test
    void that_is_sent_again_without_the_time_of_a_taint_has_a_new_generation() {
      var timeless = new DeviceTaint("broken", "", "NoSchedule", Optional.empty());
      var written = slice(devices(DEVICE.withTaints(List.of(timeless))));
      var stored = admission.create(written, BEFORE).object();

      assertThat(updated(written, stored).metadata().generation()).isEqualTo(2);
    }

    @Test
    void keeps_taints_that_it_had_when_their_gate_was_still_on() {
      var stored = generation(1, slice(devices(TAINTED)));

      assertThat(withoutTaints.update(slice(devices(TAINTED, TAINTED)), stored, NOW))
          .isEqualTo(Admitted.silently(generation(2, slice(devices(TAINTED, TAINTED)))));
    }
  }

  @Nested
  class A_class {
    private final DeviceClass plain = deviceClass(List.of());
    private final DeviceClass selecting = deviceClass(List.of(DeviceSelector.cel("true")));

    @Test
    void begins_with_generation_one() {
      assertThat(created(plain)).isEqualTo(generation(1, plain));
    }

    @Test
    void has_a_new_generation_only_when_its_spec_changes() {
      var stored = generation(1, plain);

      assertThat(updated(selecting, stored)).isEqualTo(generation(2, selecting));
      assertThat(updated(generation(7, plain), stored)).isEqualTo(stored);
    }

    @Test
    void keeps_its_generation_if_what_is_new_is_dropped() {
      var stored = generation(1, plain);
      var extended =
          plain.withSpec(new DeviceClassSpec(List.of(), List.of(), Optional.of("example.com/gpu")));

      var admitted =
          new Admission(Gates.defaults().without(Gate.DRA_EXTENDED_RESOURCE))
              .update(extended, stored, NOW);

      assertThat(admitted.object()).isEqualTo(stored);
      assertThat(admitted.warnings()).hasSize(1);
    }
  }

  @Nested
  class A_claim {
    @Test
    void begins_without_a_status_and_without_a_generation() {
      assertThat(created(reporting(allocated(result("gpu")), report("gpu"))))
          .isEqualTo(claim(exactly(exact())));
    }

    @Test
    void keeps_its_status_when_it_is_updated() {
      var stored = allocated(result("gpu"));
      var written =
          claim(exactly(exact())).withMetadata(stored.metadata().withLabels(Map.of("a", "b")));

      assertThat(updated(written, stored)).isEqualTo(written.withStatus(stored.status()));
    }

    @Test
    void loses_what_is_gated_off_in_its_spec() {
      var admitted =
          new Admission(Gates.defaults().without(Gate.DRA_PRIORITIZED_LIST))
              .create(claim(firstAvailable(Written.alternative())), NOW);

      assertThat(admitted)
          .isEqualTo(
              new Admitted<>(
                  claim(firstAvailable()),
                  List.of(
                      "spec.devices.requests[0].firstAvailable: dropped because the feature gate"
                          + " DRAPrioritizedList is disabled")));
    }

    @Test
    void keeps_its_spec_when_its_status_is_updated() {
      var stored = claim(exactly(exact()));
      var written = allocated(result("gpu")).withSpec(exactly(exact().withCount(2)));

      assertThat(statusUpdated(written, stored)).isEqualTo(allocated(result("gpu")));
    }

    @Test
    void loses_what_is_gated_off_in_its_status() {
      var admission = new Admission(Gates.defaults().without(Gate.DRA_SHARED_CONSUMABLE_CAPACITY));
      var counted = result("gpu").withConsumedCounters(Map.of("set", Map.of("memory", ONE)));

      var admitted = admission.updateStatus(allocated(counted), claim(exactly(exact())), NOW);

      assertThat(admitted)
          .isEqualTo(
              new Admitted<>(
                  allocated(result("gpu")),
                  List.of(
                      "status.allocation.devices.results[0].consumedCounters: dropped because the"
                          + " feature gate DRASharedConsumableCapacity is disabled")));
    }

    @Test
    void forgets_the_reports_on_devices_it_gives_back() {
      var stored = reporting(allocated(result("gpu"), result("nic")), report("gpu"), report("nic"));

      assertThat(statusUpdated(stored.withStatus(withoutAllocation(stored)), stored).status())
          .isEqualTo(ResourceClaimStatus.EMPTY);
      assertThat(
              statusUpdated(
                      reporting(allocated(result("nic")), report("gpu"), report("nic")), stored)
                  .status()
                  .devices())
          .containsExactly(report("nic"));
    }

    @Test
    void tells_the_shares_of_a_device_apart_when_it_forgets() {
      var stored = allocated(share("one"), share("two"));
      var written =
          reporting(
              allocated(share("two")),
              report("gpu", Optional.of("one")),
              report("gpu", Optional.of("two")));

      assertThat(statusUpdated(written, stored).status().devices())
          .containsExactly(report("gpu", Optional.of("two")));
    }

    @Test
    void keeps_the_report_on_a_device_it_never_had_for_validation_to_refuse() {
      var written = reporting(allocated(result("gpu")), report("nic"));

      assertThat(statusUpdated(written, allocated(result("gpu")))).isEqualTo(written);
    }

    private static DeviceRequestAllocationResult share(String id) {
      return result("gpu", Optional.empty(), List.of(), Optional.of(id), Map.of());
    }

    private static ResourceClaimStatus withoutAllocation(ResourceClaim claim) {
      return claim.status().withAllocation(Optional.empty());
    }
  }

  @Nested
  class A_template {
    @Test
    void loses_what_is_gated_off_and_has_no_generation() {
      var spec =
          new ResourceClaimTemplateSpec(ObjectMeta.EMPTY, firstAvailable(Written.alternative()));
      var written = new ResourceClaimTemplate(ObjectMeta.named("template"), spec);
      var admission = new Admission(Gates.defaults().without(Gate.DRA_PRIORITIZED_LIST));

      assertThat(admission.create(written, NOW))
          .isEqualTo(
              new Admitted<>(
                  written.withSpec(spec.withSpec(firstAvailable())),
                  List.of(
                      "spec.spec.devices.requests[0].firstAvailable: dropped because the feature"
                          + " gate DRAPrioritizedList is disabled")));
      assertThat(admission.update(written, written, NOW)).isEqualTo(Admitted.silently(written));
    }
  }

  @Nested
  class A_taint_rule {
    private final DeviceTaintRule stored = generation(3, rule("NoSchedule", BEFORE));

    @Test
    void begins_without_a_status_and_with_generation_one() {
      assertThat(created(evicting(stored))).isEqualTo(generation(1, stored));
    }

    @Test
    void has_a_new_time_with_a_new_effect() {
      assertThat(updated(rule("NoExecute", BEFORE), stored))
          .isEqualTo(generation(4, rule("NoExecute", NOW_IN_SECONDS)));
    }

    @Test
    void has_the_time_that_its_writer_gives_with_a_new_effect() {
      var given = Instant.parse("2026-02-02T00:00:00Z");

      assertThat(updated(rule("NoExecute", given), stored))
          .isEqualTo(generation(4, rule("NoExecute", given)));
    }

    @Test
    void keeps_time_and_generation_while_nothing_changes() {
      assertThat(updated(rule("NoSchedule", BEFORE), stored)).isEqualTo(stored);
    }

    @Test
    void keeps_its_status_when_it_is_updated_and_its_spec_when_its_status_is() {
      assertThat(updated(stored, evicting(stored))).isEqualTo(evicting(stored));
      assertThat(statusUpdated(evicting(rule("None", NOW)), stored)).isEqualTo(evicting(stored));
    }

    private static DeviceTaintRule evicting(DeviceTaintRule rule) {
      return rule.withStatus(
          new DeviceTaintRuleStatus(
              List.of(
                  new Condition("EvictionInProgress", "True", 1, Optional.empty(), "Yes", ""))));
    }
  }

  @Nested
  class A_pool_status_request {
    private final ResourcePoolStatusRequest open = request(Optional.empty());
    private final ResourcePoolStatusRequest answered =
        request(
            Optional.of(new ResourcePoolStatusRequestStatus(Optional.of(0), List.of(), List.of())));

    @Test
    void begins_without_a_status_and_without_a_generation() {
      assertThat(created(answered)).isEqualTo(open);
    }

    @Test
    void keeps_its_status_when_it_is_updated_and_its_spec_when_its_status_is() {
      var other =
          open.withSpec(
              new ResourcePoolStatusRequestSpec(
                  "other", Optional.empty(), Optional.of(1), Optional.empty()));

      assertThat(updated(open, answered)).isEqualTo(answered);
      assertThat(statusUpdated(other.withStatus(answered.status()), open)).isEqualTo(answered);
    }

    private static ResourcePoolStatusRequest request(
        Optional<ResourcePoolStatusRequestStatus> status) {
      return new ResourcePoolStatusRequest(
          ObjectMeta.named("request"),
          new ResourcePoolStatusRequestSpec(
              "gpu.example.com", Optional.empty(), Optional.of(100), Optional.empty()),
          status);
    }
  }

  @Nested
  class A_patch {
    private final ResourceSlicePatch plain = patch(Map.of());
    private final ResourceSlicePatch setting =
        patch(Map.of("a/b", new DeviceCapacity(ONE, Optional.empty())));

    @Test
    void begins_with_generation_one() {
      assertThat(created(setting)).isEqualTo(generation(1, setting));
    }

    @Test
    void has_a_new_generation_only_when_its_spec_changes() {
      assertThat(updated(setting, generation(1, plain))).isEqualTo(generation(2, setting));
      assertThat(updated(setting, generation(2, setting))).isEqualTo(generation(2, setting));
    }

    @Test
    void loses_what_it_sets_while_its_gate_is_off() {
      var off =
          new Admission(Gates.defaults().without(Gate.DRA_ADMIN_CONTROLLED_DEVICE_ATTRIBUTES));

      assertThat(off.create(setting, NOW).object()).isEqualTo(generation(1, plain));
      assertThat(off.update(setting, generation(1, plain), NOW).object())
          .isEqualTo(generation(1, plain));
    }

    private static ResourceSlicePatch patch(Map<String, DeviceCapacity> capacity) {
      return new ResourceSlicePatch(
          ObjectMeta.named("patch"),
          new ResourceSlicePatchSpec(
              new DevicePatch(Optional.empty(), Optional.empty(), Map.of(), capacity)));
    }
  }

  @Nested
  class Metadata {
    private final ObjectMeta stored = meta("a", Optional.of(BEFORE), Optional.of(30L), 3);
    private final ObjectMeta written = meta("b", Optional.of(NOW), Optional.empty(), 9);

    @Test
    void is_the_writers_on_update_but_for_what_only_the_server_knows() {
      var admitted = updated(withMeta(written), withMeta(stored)).metadata();

      assertThat(admitted)
          .isEqualTo(meta("b", "uid", Optional.of(BEFORE), Optional.of(30L), 3, "manager of b"));
    }

    @Test
    void is_the_stored_one_on_a_status_update_but_for_the_managers() {
      var admitted = statusUpdated(withMeta(written), withMeta(stored)).metadata();

      assertThat(admitted)
          .isEqualTo(meta("a", "uid", Optional.of(BEFORE), Optional.of(30L), 3, "manager of b"));
    }

    @Test
    void cannot_begin_a_deletion_by_way_of_the_status() {
      var living = meta("a", Optional.empty(), Optional.empty(), 3);

      assertThat(statusUpdated(withMeta(written), withMeta(living)).metadata().deletionTimestamp())
          .isEmpty();
    }

    private static ResourceClaim withMeta(ObjectMeta metadata) {
      return claim(exactly(exact())).withMetadata(metadata);
    }

    private static ObjectMeta meta(
        String writer, Optional<Instant> deleted, Optional<Long> grace, long generation) {
      return meta(
          writer,
          writer.equals("a") ? "uid" : "",
          deleted,
          grace,
          generation,
          "manager of " + writer);
    }

    private static ObjectMeta meta(
        String writer,
        String uid,
        Optional<Instant> deleted,
        Optional<Long> grace,
        long generation,
        String manager) {
      return new ObjectMeta(
          "claim",
          "",
          "default",
          "",
          uid,
          "7",
          generation,
          Optional.of(BEFORE),
          deleted,
          grace,
          Map.of("label", writer),
          Map.of("annotation", writer),
          List.of(new OwnerReference("v1", "Pod", writer, "", Optional.empty(), Optional.empty())),
          List.of(writer),
          List.of(
              new ManagedFieldsEntry(
                  manager, "Update", "v1", Optional.empty(), "", Optional.empty(), "")));
    }
  }

  @Test
  void a_write_to_the_status_of_a_kind_that_has_none_is_a_mistake_of_the_caller() {
    var written = slice(devices(DEVICE));

    assertThatThrownBy(() -> admission.updateStatus(written, written, NOW))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("(RESOURCE_SLICE)");
  }

  @Test
  void a_write_over_an_object_of_another_kind_is_a_mistake_of_the_caller() {
    ApiObject written = slice(devices(DEVICE));

    assertThatThrownBy(() -> admission.update(written, deviceClass(List.of()), NOW))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("[DEVICE_CLASS]");
  }

  private <T extends ApiObject> T created(T written) {
    return admission.create(written, NOW).object();
  }

  private <T extends ApiObject> T updated(T written, T stored) {
    return admission.update(written, stored, NOW).object();
  }

  private <T extends ApiObject> T statusUpdated(T written, T stored) {
    return admission.updateStatus(written, stored, NOW).object();
  }

  @SuppressWarnings("unchecked") // A record with other metadata is of the same type.
  private static <T extends ApiObject> T generation(long generation, T object) {
    return (T) object.withMetadata(object.metadata().withGeneration(generation));
  }

  private static DeviceClass deviceClass(List<DeviceSelector> selectors) {
    return new DeviceClass(
        ObjectMeta.named("gpu"), new DeviceClassSpec(selectors, List.of(), Optional.empty()));
  }

  private static DeviceTaintRule rule(String effect, Instant timeAdded) {
    return new DeviceTaintRule(
        ObjectMeta.named("rule"),
        new DeviceTaintRuleSpec(
            Optional.empty(), new DeviceTaint("broken", "", effect, Optional.of(timeAdded))),
        DeviceTaintRuleStatus.EMPTY);
  }
}
