package dev.dray.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.ApiObject;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.claim.DeviceRequestAllocationResult;
import dev.dray.api.validation.Validator;
import dev.dray.bench.worlds.Worlds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WorldFileTest {
  @TempDir private Path folder;

  static List<String> worlds() {
    return Worlds.names();
  }

  @ParameterizedTest
  @MethodSource("worlds")
  void an_api_server_would_take_every_object_of(String name) throws IOException {
    var world = written(name);

    var validator = Validator.with(everything());
    assertThat(world.name()).isEqualTo(name);
    assertThat(someOf(world))
        .allSatisfy(object -> assertThat(validator.create(object).isEmpty()).isTrue());
  }

  @Test
  void shares_of_a_device_hold_its_amount_in_sum() throws IOException {
    var world = written("w6");

    var ofOneCard =
        world.holders().stream()
            .map(WorldFileTest::result)
            .filter(it -> it.pool().equals("node-0007") && it.device().equals("nic-2"))
            .toList();
    assertThat(ofOneCard).hasSize(10).allMatch(it -> it.shareId().isPresent());
    assertThat(ofOneCard)
        .flatExtracting(it -> it.consumedCapacity().values())
        .containsExactly(Quantity.parse("50G"));
  }

  @Test
  void holders_differ_in_their_uids() throws IOException {
    assertThat(written("w2b").holders())
        .extracting(it -> it.metadata().uid())
        .doesNotHaveDuplicates();
  }

  private World written(String name) throws IOException {
    Worlds.write(name, folder);
    return WorldFile.read(folder.resolve(name + ".json.gz"));
  }

  /** The nodes of a world are alike: those of the first two show every form of slice. */
  private static List<ApiObject> someOf(World world) {
    return Stream.of(
            world.classes(),
            world.slices().subList(0, Math.min(6, world.slices().size())),
            world.patches().subList(0, Math.min(2, world.patches().size())),
            world.claims())
        .<ApiObject>flatMap(List::stream)
        .toList();
  }

  private static DeviceRequestAllocationResult result(ResourceClaim holder) {
    return holder.status().allocation().orElseThrow().devices().results().getFirst();
  }

  private static Gates everything() {
    var gates = Gates.defaults();
    for (var gate : Gate.values()) {
      gates = gates.with(gate);
    }
    return gates;
  }
}
