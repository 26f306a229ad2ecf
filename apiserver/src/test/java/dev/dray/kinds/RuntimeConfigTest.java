package dev.dray.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.gate.Gates;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RuntimeConfigTest {
  private static final String DEVICES = "resource.k8s.io";

  @Test
  void stable_versions_and_slice_patches_are_served_by_default() {
    var world = new World();

    assertThat(world.resource("resourceclaims").versions()).containsExactly("v1");
    assertThat(world.resource("resourceslicepatches").versions()).containsExactly("v1alpha3");
    assertThat(world.resource("devicetaintrules").versions()).containsExactly("v1");
    assertThat(world.kinds.find(DEVICES, "resourcepoolstatusrequests")).isEmpty();
    assertThat(world.kinds.find("", "pods")).isPresent();
  }

  @Test
  void a_version_can_be_switched_on() {
    var world = new World(Gates.defaults(), World.config("resource.k8s.io/v1beta1=true"));

    assertThat(world.resource("resourceclaims").versions()).containsExactly("v1", "v1beta1");
  }

  @Test
  void everything_can_be_switched_on_and_one_resource_off() {
    var world =
        new World(
            Gates.defaults(),
            World.config("resource.k8s.io/v1beta2/resourceclaims=false,api/all=true"));

    assertThat(world.resource("resourceclaims").versions()).containsExactly("v1", "v1beta1");
    assertThat(world.resource("resourceslices").versions())
        .containsExactly("v1", "v1beta2", "v1beta1");
    assertThat(world.kinds.find(DEVICES, "resourcepoolstatusrequests")).isPresent();
  }

  @Test
  void switching_alpha_off_takes_slice_patches_along() {
    var world = new World(Gates.defaults(), World.config("api/alpha=false"));

    assertThat(world.kinds.find(DEVICES, "resourceslicepatches")).isEmpty();
  }

  @Test
  void a_version_wins_over_a_sweep_and_the_core_group_has_only_a_version() {
    var config = World.config("api/all=false,v1,resource.k8s.io/v1=true");

    assertThat(config.serves("", "v1", "pods")).isTrue();
    assertThat(config.serves(DEVICES, "v1", "resourceclaims")).isTrue();
    assertThat(config.serves("coordination.k8s.io", "v1", "leases")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          api/all=false | invalid runtime-config with only api/all=false
          foo | runtime-config invalid key foo
          a/b/c/d=true | runtime-config invalid key a/b/c/d
          foo/v1=true,bar/v2=true | unknown api groups bar/v2,foo/v1
          resource.k8s.io/v2=true | group version resource.k8s.io/v2 that has not been registered
          api/beta=maybe | invalid value api/beta=maybe
          """)
  void mistakes_are_told_in_upstreams_words(String flag, String message) {
    assertThat(RuntimeConfig.parse(flag)).isEqualTo(new RuntimeConfig.Parsed.Mistake(message));
  }

  @Test
  void values_that_are_no_booleans_are_told_as_go_tells_them() {
    assertThat(RuntimeConfig.parse("resource.k8s.io/v1=yes"))
        .isEqualTo(
            new RuntimeConfig.Parsed.Mistake(
                "invalid value of resource.k8s.io/v1: yes, err: strconv.ParseBool: parsing \"yes\":"
                    + " invalid syntax"));
  }

  @Test
  void a_resource_is_named_by_its_plural_in_lower_case() {
    assertThat(RuntimeConfig.parse("resource.k8s.io/v1/ResourceClaim=true"))
        .isEqualTo(
            new RuntimeConfig.Parsed.Mistake(
                "invalid key resource.k8s.io/v1/ResourceClaim: group/version/resource and resource"
                    + " is always lowercase plural, not \"ResourceClaim\""));
  }
}
