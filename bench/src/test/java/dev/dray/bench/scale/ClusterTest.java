package dev.dray.bench.scale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.gate.Gates;
import dev.dray.api.resource.DeviceMixins;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.validation.Validator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ClusterTest {

  @ParameterizedTest
  @EnumSource(Cluster.Writing.class)
  void an_api_server_would_take_the_slices(Cluster.Writing writing) {
    var slice = new Cluster(10, writing).slice(7, 0);

    assertThat(Validator.with(Gates.defaults()).create(slice)).isEmpty();
  }

  @Test
  void both_ways_of_writing_say_the_same() {
    assertThat(attributes(Cluster.Writing.MIXINS)).isEqualTo(attributes(Cluster.Writing.FLAT));
    assertThat(attributes(Cluster.Writing.FLAT)).allSatisfy(it -> assertThat(it).hasSize(12));
  }

  private static List<? extends Map<String, ?>> attributes(Cluster.Writing writing) {
    ResourceSlice slice = new Cluster(10, writing).slice(3, 1);
    var mixins = DeviceMixins.of(slice.spec());
    return slice.spec().devices().stream().map(mixins::attributes).toList();
  }
}
