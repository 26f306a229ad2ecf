package dev.dray.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.codec.Document;
import dev.dray.api.codec.Manifests;
import dev.dray.api.codec.ObjectTrees;
import dev.dray.api.codec.shape.ApiVersion;
import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.json.Json;
import dev.dray.api.resource.ApiObject;
import dev.dray.security.User;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sends every object of the KEPs' examples through every version. */
class VersionsTest {
  private static final Path EXAMPLES = Path.of("..", "examples");

  private final World world = World.everywhere();

  private static List<ApiObject> examples() throws IOException {
    var objects = new ArrayList<ApiObject>();
    try (var files = Files.walk(EXAMPLES)) {
      for (var file : files.filter(it -> it.toString().contains("kep-")).sorted().toList()) {
        if (file.toString().endsWith(".yaml")) {
          objects.addAll(read(file));
        }
      }
    }
    return objects;
  }

  private static List<ApiObject> read(Path file) throws IOException {
    return new Manifests(FieldValidation.STRICT)
        .read(Files.readAllBytes(file)).stream()
            .filter(Document.Read.class::isInstance)
            .map(Document.Read.class::cast)
            .map(Document.Read::object)
            .toList();
  }

  @Test
  void every_object_of_the_keps_is_accepted_in_every_version_and_comes_back_in_every_other()
      throws IOException {
    int journeys = 0;
    for (var object : examples()) {
      var versions = ApiVersion.serving(object.kind());
      for (var written : versions) {
        var stored = stored(object, written);
        for (var asked : versions) {
          assertThat(readAgain(object, stored, asked))
              .as("%s %s -> %s", object.metadata().name(), written, asked)
              .isEqualTo(stored);
          journeys++;
        }
      }
    }
    assertThat(journeys).isGreaterThan(100);
  }

  private Json.Obj stored(ApiObject object, ApiVersion version) {
    var strategy = world.resource(object.kind().plural()).strategy();
    var tree = ObjectTrees.write(object, version);
    var decoded = strategy.decode(tree, version.versionName(), FieldValidation.STRICT);
    assertThat(decoded.errors()).isEmpty();
    assertThat(decoded.warnings()).isEmpty();
    var created = strategy.create(decoded.draft(), World.by(User.SERVER, "create"));
    assertThat(World.messages(created)).as(tree.toText()).isEmpty();
    return created.object();
  }

  private Json.Obj readAgain(ApiObject object, Json.Obj stored, ApiVersion version) {
    var strategy = world.resource(object.kind().plural()).strategy();
    var sent = strategy.encode(stored, version.versionName());
    assertThat(sent.text("apiVersion")).isEqualTo(version.apiVersion());
    var decoded = strategy.decode(sent, version.versionName(), FieldValidation.STRICT);
    assertThat(decoded.errors()).isEmpty();
    return decoded.draft().tree();
  }
}
