package dev.dray.verify.hardware;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.core.CoreObject;
import dev.dray.api.core.Node;
import dev.dray.api.core.Pod;
import dev.dray.api.resource.ApiObject;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.device.Device;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.hardware.A100;
import dev.dray.hardware.Fleet;
import dev.dray.hardware.GpuHardware;
import dev.dray.hardware.H200;
import dev.dray.hardware.HardwareKind;
import dev.dray.hardware.MigModel;
import dev.dray.hardware.Serials;
import dev.dray.hardware.SliceLayout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What must hold of every kind of hardware that is generated. */
class HardwareTest {

  /** The objects of a fleet, as they were handed out. */
  private static final class Taken implements Fleet.Taker {
    private final List<ApiObject> objects = new ArrayList<>();
    private final List<CoreObject> core = new ArrayList<>();

    @Override
    public void take(ApiObject object) {
      objects.add(object);
    }

    @Override
    public void take(CoreObject object) {
      core.add(object);
    }

    List<ResourceSlice> slices() {
      return objects.stream()
          .filter(ResourceSlice.class::isInstance)
          .map(ResourceSlice.class::cast)
          .toList();
    }
  }

  private static Taken generate(HardwareKind kind, SliceLayout sliceLayout, long seed) {
    var taken = new Taken();
    var fleet = new Fleet(kind.of(kind.countable().usual()), sliceLayout, seed);
    fleet.classes(taken);
    fleet.nodes(3, taken);
    fleet.templates("default", taken);
    fleet.pods(20, "default", taken);
    fleet.claims(20, "default", taken);
    return taken;
  }

  @ParameterizedTest
  @EnumSource
  void flat_and_with_mixins_every_pool_is_the_same(HardwareKind kind) {
    var flat = pools(generate(kind, SliceLayout.FLAT, 1).slices());
    var mixins = pools(generate(kind, SliceLayout.MIXINS, 1).slices());

    assertThat(mixins.keySet()).isEqualTo(flat.keySet());
    flat.forEach(
        (pool, slices) -> {
          var others = mixins.getOrDefault(pool, List.of());
          assertThat(EffectiveDevices.of(others)).as(pool).isEqualTo(EffectiveDevices.of(slices));
          assertThat(sharing(others)).isEqualTo(sharing(slices));
        });
  }

  /** What {@link EffectiveDevices} does not look at. */
  private static List<String> sharing(List<ResourceSlice> slices) {
    return devices(slices).map(it -> it.name() + it.allowMultipleAllocations()).toList();
  }

  private static Stream<Device> devices(List<ResourceSlice> slices) {
    return slices.stream().flatMap(slice -> slice.spec().devices().stream());
  }

  private static Map<String, List<ResourceSlice>> pools(List<ResourceSlice> slices) {
    var pools = new LinkedHashMap<String, List<ResourceSlice>>();
    for (var slice : slices) {
      var name = slice.spec().driver() + "/" + slice.spec().pool().name();
      pools.computeIfAbsent(name, _ -> new ArrayList<>()).add(slice);
    }
    return pools;
  }

  @ParameterizedTest
  @EnumSource
  void a_pool_is_whole_and_consumes_what_is_there(HardwareKind kind) {
    pools(generate(kind, SliceLayout.MIXINS, 1).slices())
        .forEach(
            (name, slices) -> {
              var pool = EffectiveDevices.of(slices);
              assertThat(slices)
                  .as(name)
                  .allMatch(it -> it.spec().pool().resourceSliceCount() == slices.size());
              for (var device : pool.devices().values()) {
                for (var consumption : device.consumes()) {
                  assertThat(pool.available(consumption.counterSet()).keySet())
                      .as(name)
                      .containsAll(consumption.counters().keySet());
                }
              }
            });
  }

  @ParameterizedTest
  @EnumSource
  void the_same_seed_gives_the_same_and_another_gives_other_serials(HardwareKind kind) {
    var once = generate(kind, SliceLayout.MIXINS, 5);
    var again = generate(kind, SliceLayout.MIXINS, 5);
    var other = generate(kind, SliceLayout.MIXINS, 6);

    assertThat(again.objects).isEqualTo(once.objects);
    assertThat(again.core).isEqualTo(once.core);
    assertThat(other.slices()).isNotEqualTo(once.slices()).hasSameSizeAs(once.slices());
  }

  @ParameterizedTest
  @EnumSource
  void no_serial_is_there_twice(HardwareKind kind) {
    var seen = new HashSet<String>();
    var serials =
        devices(generate(kind, SliceLayout.FLAT, 1).slices())
            .flatMap(device -> Stream.of("uuid", "mac").map(device.attributes()::get))
            .filter(DeviceAttribute.StringValue.class::isInstance)
            .map(it -> ((DeviceAttribute.StringValue) it).value())
            .toList();

    assertThat(serials).isNotEmpty().allMatch(seen::add);
  }

  @ParameterizedTest
  @EnumSource
  void pods_wait_and_their_templates_are_there(HardwareKind kind) {
    var taken = generate(kind, SliceLayout.MIXINS, 1);
    var names = taken.objects.stream().map(it -> it.metadata().name()).toList();

    assertThat(taken.core.stream().filter(Node.class::isInstance)).hasSize(3);
    assertThat(taken.core.stream().filter(Pod.class::isInstance).map(Pod.class::cast))
        .hasSize(20)
        .allMatch(pod -> pod.spec().nodeName().isEmpty())
        .allMatch(
            pod ->
                pod.spec().resourceClaims().stream()
                    .allMatch(claim -> names.contains(claim.resourceClaimTemplateName())));
    assertThat(taken.objects.stream().filter(ResourceClaim.class::isInstance)).hasSize(20);
  }

  static Stream<MigModel> models() {
    return Stream.of(H200.MODEL, A100.MODEL_40GB, A100.MODEL_80GB);
  }

  /** The counters alone allow as many partitions of a profile as NVIDIA does. */
  @ParameterizedTest
  @MethodSource("models")
  void counters_keep_the_limit_of_each_profile(MigModel model) {
    var counters = CountersOf.pool(slices(model));
    for (var profile : model.profiles()) {
      var devices =
          profile.starts().stream()
              .map(start -> "gpu-0-mig-%s-%d".formatted(profile.label(), start))
              .toList();

      assertThat(counters.most(devices, "gpu-0")).as(profile.name()).isEqualTo(profile.instances());
    }
  }

  @ParameterizedTest
  @MethodSource("models")
  void the_profiles_cover_no_more_memory_than_there_is(MigModel model) {
    assertThat(model.profiles())
        .allMatch(
            it ->
                it.starts().stream().allMatch(at -> at + it.memorySlices() <= model.memorySlices()))
        .allMatch(it -> it.engines().memoryMebibytes() < model.whole().memoryMebibytes());
  }

  @Test
  void an_a100_is_divided_in_two_halves_and_in_no_more() {
    var counters = CountersOf.pool(slices(A100.MODEL_40GB));
    var halves = List.of("gpu-0-mig-4g-20gb-0", "gpu-0-mig-3g-20gb-4", "gpu-0-mig-1g-5gb-0");

    assertThat(counters.most(halves, "gpu-0")).isEqualTo(2);
    assertThat(counters.most(halves.subList(0, 2), "gpu-0")).isEqualTo(2);
  }

  private static List<ResourceSlice> slices(MigModel model) {
    return new GpuHardware(model, 1).pool("node", new Serials(1)).slices(SliceLayout.FLAT);
  }
}
