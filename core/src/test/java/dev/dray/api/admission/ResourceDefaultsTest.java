package dev.dray.api.admission;

import static dev.dray.api.admission.Written.BEFORE;
import static dev.dray.api.admission.Written.NOW;
import static dev.dray.api.admission.Written.NOW_IN_SECONDS;
import static dev.dray.api.admission.Written.TAINT;
import static dev.dray.api.admission.Written.allocated;
import static dev.dray.api.admission.Written.alternative;
import static dev.dray.api.admission.Written.claim;
import static dev.dray.api.admission.Written.devices;
import static dev.dray.api.admission.Written.exact;
import static dev.dray.api.admission.Written.exactly;
import static dev.dray.api.admission.Written.firstAvailable;
import static dev.dray.api.admission.Written.result;
import static dev.dray.api.admission.Written.slice;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.gate.Gates;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.resource.ApiObject;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.DeviceTaintRuleSpec;
import dev.dray.api.resource.DeviceTaintRuleStatus;
import dev.dray.api.resource.ResourceClaimTemplate;
import dev.dray.api.resource.ResourceClaimTemplateSpec;
import dev.dray.api.resource.ResourcePoolStatusRequest;
import dev.dray.api.resource.ResourcePoolStatusRequestSpec;
import dev.dray.api.resource.claim.DeviceToleration;
import dev.dray.api.resource.claim.ExactDeviceRequest;
import dev.dray.api.resource.device.Device;
import dev.dray.api.resource.device.DeviceTaint;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ResourceDefaultsTest {
  private static final DeviceTaint TIMELESS =
      new DeviceTaint("broken", "", "NoSchedule", Optional.empty());
  private static final List<DeviceToleration> TERSE = List.of(toleration(""));
  private static final List<DeviceToleration> EQUAL = List.of(toleration("Equal"));

  @Test
  void a_request_is_for_one_device_unless_it_says_otherwise() {
    var terse = claim(exactly(exact().withAllocationMode("").withCount(0)));

    assertThat(defaulted(terse)).isEqualTo(claim(exactly(exact())));
  }

  @Test
  void an_alternative_is_for_one_device_unless_it_says_otherwise() {
    var terse = claim(firstAvailable(alternative().withAllocationMode("").withCount(0)));

    assertThat(defaulted(terse)).isEqualTo(claim(firstAvailable(alternative())));
  }

  @Test
  void a_count_without_a_mode_is_an_exact_count() {
    var terse = claim(exactly(exact().withAllocationMode("").withCount(3)));

    assertThat(defaulted(terse)).isEqualTo(claim(exactly(exact().withCount(3))));
  }

  @Test
  void a_request_for_all_devices_has_no_count() {
    var all = claim(exactly(exact().withAllocationMode("All").withCount(0)));

    assertThat(defaulted(all)).isEqualTo(all);
  }

  @Test
  void a_mode_nobody_knows_is_left_for_validation() {
    var odd = claim(exactly(exact().withAllocationMode("Some").withCount(0)));

    assertThat(defaulted(odd)).isEqualTo(odd);
  }

  @Test
  void a_toleration_compares_for_equality_unless_it_says_otherwise() {
    assertThat(defaulted(claim(exactly(exact().withTolerations(TERSE)))))
        .isEqualTo(claim(exactly(exact().withTolerations(EQUAL))));
    assertThat(defaulted(claim(firstAvailable(alternative().withTolerations(TERSE)))))
        .isEqualTo(claim(firstAvailable(alternative().withTolerations(EQUAL))));
    assertThat(defaulted(allocated(result("gpu").withTolerations(TERSE))))
        .isEqualTo(allocated(result("gpu").withTolerations(EQUAL)));
  }

  @Test
  void a_template_is_defaulted_like_the_claims_it_makes() {
    var terse = template(exact().withAllocationMode("").withCount(0).withTolerations(TERSE));

    assertThat(defaulted(terse)).isEqualTo(template(exact().withTolerations(EQUAL)));
  }

  @Test
  void a_taint_without_a_time_was_added_now_to_the_second() {
    var device = Device.named("device");
    var written = slice(devices(device, device.withTaints(List.of(TAINT, TIMELESS))));

    assertThat(defaulted(written))
        .isEqualTo(
            slice(
                devices(
                    device,
                    device.withTaints(List.of(TAINT, TIMELESS.withTimeAdded(NOW_IN_SECONDS))))));
    assertThat(defaulted(rule(TIMELESS))).isEqualTo(rule(TIMELESS.withTimeAdded(NOW_IN_SECONDS)));
    assertThat(defaulted(rule(TAINT))).isEqualTo(rule(TIMELESS.withTimeAdded(BEFORE)));
  }

  @Test
  void a_pool_status_request_is_for_a_hundred_pools_unless_it_says_otherwise() {
    assertThat(defaulted(poolStatus(Optional.empty()))).isEqualTo(poolStatus(Optional.of(100)));
    assertThat(defaulted(poolStatus(Optional.of(7)))).isEqualTo(poolStatus(Optional.of(7)));
  }

  private static ApiObject defaulted(ApiObject object) {
    return new Admission(Gates.defaults()).defaulted(object, NOW);
  }

  private static DeviceToleration toleration(String operator) {
    return new DeviceToleration("broken", operator, "", "", Optional.empty());
  }

  private static ResourceClaimTemplate template(ExactDeviceRequest request) {
    return new ResourceClaimTemplate(
        ObjectMeta.named("template"),
        new ResourceClaimTemplateSpec(ObjectMeta.EMPTY, exactly(request)));
  }

  private static DeviceTaintRule rule(DeviceTaint taint) {
    return new DeviceTaintRule(
        ObjectMeta.named("rule"),
        new DeviceTaintRuleSpec(Optional.empty(), taint),
        DeviceTaintRuleStatus.EMPTY);
  }

  private static ResourcePoolStatusRequest poolStatus(Optional<Integer> limit) {
    return new ResourcePoolStatusRequest(
        ObjectMeta.named("request"),
        new ResourcePoolStatusRequestSpec(
            "gpu.example.com", Optional.empty(), limit, Optional.empty()),
        Optional.empty());
  }
}
