package dev.dray.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.codec.ObjectTrees;
import dev.dray.api.codec.shape.ApiVersion;
import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.json.Json;
import dev.dray.api.resource.Kind;
import dev.dray.security.User;
import dev.dray.testing.RandomObjects;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A record on its way is the same object as the tree that it would be encoded to. */
class DraftPropertyTest {
  private static final WriteContext WRITER = World.by(User.SERVER, "update");

  private final World world = World.everywhere();

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.dray.testing.Seeds#hundred")
  void whatever_is_made_of_a_record_is_made_of_its_tree(long seed) {
    for (var kind : Kind.values()) {
      var random = new RandomObjects(new SplittableRandom(seed));
      var stored = draft(kind, ObjectTrees.write(random.of(kind), newest(kind))).tree();
      var draft = draft(kind, ObjectTrees.write(random.of(kind), newest(kind)));
      var tree = new Draft.OfTree(draft.tree());
      var strategy = world.resource(kind.plural()).strategy();

      assertThat(strategy.create(draft, WRITER))
          .hasToString(strategy.create(tree, WRITER).toString());
      assertThat(strategy.update(draft, stored, WRITER))
          .hasToString(strategy.update(tree, stored, WRITER).toString());
      if (HubStrategy.hasStatus(kind)) {
        assertThat(strategy.updatePart("status", draft, stored, WRITER))
            .hasToString(strategy.updatePart("status", tree, stored, WRITER).toString());
      }
    }
  }

  private Draft draft(Kind kind, Json.Obj tree) {
    return world
        .resource(kind.plural())
        .strategy()
        .decode(tree, newest(kind).versionName(), FieldValidation.STRICT)
        .draft();
  }

  private static ApiVersion newest(Kind kind) {
    return ApiVersion.serving(kind).getFirst();
  }
}
