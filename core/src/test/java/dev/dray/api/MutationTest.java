package dev.dray.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.admission.Admission;
import dev.dray.api.codec.Document;
import dev.dray.api.codec.Locator;
import dev.dray.api.codec.ManifestWriter;
import dev.dray.api.codec.Manifests;
import dev.dray.api.codec.shape.ApiVersion;
import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.api.resource.ApiObject;
import dev.dray.api.resource.Kind;
import dev.dray.api.validation.Validator;
import dev.dray.testing.Mutations;
import dev.dray.testing.Seeds;
import dev.dray.testing.ValidObjects;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever someone writes is read, admitted and validated, or refused; nothing throws. */
class MutationTest {
  private static final Instant NOW = Instant.parse("2026-11-15T09:30:00Z");
  private static final int BASES_PER_KIND = 20;

  private static final Manifests MANIFESTS = new Manifests(FieldValidation.STRICT);
  private static final Locator LOCATOR = new Locator();
  private static final Server BY_DEFAULT = new Server(Gates.defaults());
  private static final List<Server> SERVERS =
      List.of(BY_DEFAULT, new Server(allGates(Gates::with)), new Server(allGates(Gates::without)));
  private static final List<Base> BASES = bases();

  /** A valid object, as it is stored and as it is written. */
  private record Base(long seed, ApiObject object, String json, String yaml) {}

  /** What an API server does with an object, by the gates it was started with. */
  private record Server(Admission admission, Validator validator) {
    Server(Gates gates) {
      this(new Admission(gates), Validator.with(gates));
    }
  }

  private static Gates allGates(BiFunction<Gates, Gate, Gates> set) {
    var gates = Gates.defaults();
    for (var gate : Gate.values()) {
      gates = set.apply(gates, gate);
    }
    return gates;
  }

  private static List<Base> bases() {
    var bases = new ArrayList<Base>();
    for (var kind : Kind.values()) {
      for (int seed = 0; seed < BASES_PER_KIND; seed++) {
        var json = validObject(kind, seed);
        var object = onlyObject(json);
        var yaml = new ManifestWriter(ApiVersion.serving(kind).getFirst()).yaml(object);
        bases.add(new Base(seed, object, json, yaml));
      }
    }
    return List.copyOf(bases);
  }

  private static String validObject(Kind kind, long seed) {
    return new ValidObjects(new SplittableRandom(seed)).of(kind).text();
  }

  private static ApiObject onlyObject(String source) {
    var documents = MANIFESTS.read(source.getBytes(StandardCharsets.UTF_8));
    assertThat(documents).hasSize(1);
    var read = (Document.Read) documents.getFirst();
    assertThat(read.problems()).isEmpty();
    return read.object();
  }

  @ParameterizedTest
  @EnumSource
  void the_objects_to_begin_with_are_valid(Kind kind) {
    for (int seed = 0; seed < 200; seed++) {
      var object = onlyObject(validObject(kind, seed));
      var admitted = BY_DEFAULT.admission().create(object, NOW).object();

      assertThat(BY_DEFAULT.validator().create(admitted)).as("seed %d", seed).isEmpty();
      assertThat(BY_DEFAULT.validator().update(admitted, admitted)).as("seed %d", seed).isEmpty();
    }
  }

  @ParameterizedTest(name = "seeds {0}")
  @MethodSource("dev.dray.testing.Seeds#hundredThousand")
  void whatever_becomes_of_a_valid_object_is_answered(Seeds.Part part) {
    for (long seed = part.first(); seed < part.first() + part.count(); seed++) {
      var random = new SplittableRandom(seed);
      var base = BASES.get(random.nextInt(BASES.size()));
      var source = spoiled(base, random);
      try {
        answer(source, base, SERVERS.get(random.nextInt(SERVERS.size())));
      } catch (RuntimeException | StackOverflowError | AssertionError e) {
        throw new AssertionError(
            "seed %d: %s%n%s".formatted(seed, e, new String(source, StandardCharsets.UTF_8)), e);
      }
    }
  }

  private static byte[] spoiled(Base base, SplittableRandom random) {
    var mutations = new Mutations(random);
    int changes = random.nextInt(1, 4);
    if (random.nextBoolean()) {
      var tree = new ValidObjects(new SplittableRandom(base.seed())).of(base.object().kind());
      for (int i = 0; i < changes; i++) {
        mutations.change(tree);
      }
      return tree.text().getBytes(StandardCharsets.UTF_8);
    }
    boolean yaml = random.nextBoolean();
    var source = bytes(base, yaml);
    var other = bytes(BASES.get(random.nextInt(BASES.size())), yaml);
    for (int i = 0; i < changes && source.length > 0; i++) {
      source = mutations.change(source, other);
    }
    return source;
  }

  private static byte[] bytes(Base base, boolean yaml) {
    return (yaml ? base.yaml() : base.json()).getBytes(StandardCharsets.UTF_8);
  }

  private static void answer(byte[] source, Base base, Server server) {
    for (var document : MANIFESTS.read(source)) {
      switch (document) {
        case Document.Read read -> answer(source, read, base.object(), server);
        case Document.Unreadable unreadable -> assertThat(unreadable.problems()).isNotEmpty();
        case Document.Core _, Document.Foreign _ -> {}
      }
    }
  }

  private static void answer(byte[] source, Document.Read read, ApiObject stored, Server server) {
    var object = read.object();
    var created = server.admission().create(object, NOW).object();
    locate(source, read, server.validator().create(created));
    server.validator().warnings(created);
    if (object.kind() == stored.kind()) {
      update(source, read, stored, server);
    }
    if (!read.hasErrors()) {
      var written = new ManifestWriter(read.version()).json(object);
      assertThat(onlyObject(written)).isEqualTo(object);
    }
  }

  private static void update(byte[] source, Document.Read read, ApiObject stored, Server server) {
    var updated = server.admission().update(read.object(), stored, NOW).object();
    locate(source, read, server.validator().update(updated, stored));
    if (hasStatus(stored.kind())) {
      var status = server.admission().updateStatus(read.object(), stored, NOW).object();
      locate(source, read, server.validator().updateStatus(status, stored));
    }
  }

  private static boolean hasStatus(Kind kind) {
    return switch (kind) {
      case RESOURCE_CLAIM, DEVICE_TAINT_RULE, RESOURCE_POOL_STATUS_REQUEST -> true;
      case RESOURCE_SLICE, RESOURCE_CLAIM_TEMPLATE, DEVICE_CLASS, RESOURCE_SLICE_PATCH -> false;
    };
  }

  private static void locate(byte[] source, Document.Read read, Violations violations) {
    if (!violations.isEmpty()) {
      var paths = violations.stream().map(Violation::path).toList();
      assertThat(LOCATOR.locate(source, read.place(), paths)).containsOnlyKeys(paths);
      violations.forEach(violation -> assertThat(violation.toString()).isNotEmpty());
    }
  }
}
