package dev.dray.kinds;

import static java.util.Objects.requireNonNull;

import dev.dray.api.codec.ObjectTrees;
import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.codec.text.Limits;
import dev.dray.api.gate.Gates;
import dev.dray.api.json.Json;
import dev.dray.kinds.catalog.KindCatalog;
import dev.dray.schema.Schemas;
import dev.dray.security.User;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/** The kinds, a clock that stands, and what a request does with them. */
public final class World {
  public static final Instant NOW = Instant.parse("2026-05-05T10:00:00Z");

  private static final Schemas SCHEMAS = Schemas.load();

  public final Kinds kinds;

  World(Gates gates, RuntimeConfig config) {
    this.kinds = KindCatalog.served(gates, config, SCHEMAS, InstantSource.fixed(NOW));
  }

  public World() {
    this(Gates.defaults(), RuntimeConfig.defaults());
  }

  public static World everywhere() {
    return new World(Gates.defaults(), config("api/all=true"));
  }

  static RuntimeConfig config(String flag) {
    return switch (RuntimeConfig.parse(flag)) {
      case RuntimeConfig.Parsed.Config(var config) -> config;
      case RuntimeConfig.Parsed.Mistake(var message) -> throw new AssertionError(message);
    };
  }

  public Resource resource(String plural) {
    return kinds.all().stream()
        .filter(resource -> resource.plural().equals(plural))
        .findFirst()
        .orElseThrow();
  }

  public static Json.Obj tree(String yaml) {
    return switch (new ObjectTrees(Limits.DEFAULT).parse(yaml.getBytes(StandardCharsets.UTF_8))) {
      case ObjectTrees.Parsed.Tree(var value, var _) -> (Json.Obj) value;
      case ObjectTrees.Parsed.Malformed(var message, var at) ->
          throw new AssertionError(at + ": " + message);
    };
  }

  public static WriteContext by(User user, String verb) {
    return new WriteContext(user, verb, "v1", NOW);
  }

  Strategy.Decoded decode(String plural, String version, String yaml) {
    return resource(plural).strategy().decode(tree(yaml), version, FieldValidation.STRICT);
  }

  public Prepared create(String plural, String yaml) {
    return create(plural, "v1", yaml);
  }

  Prepared create(String plural, String version, String yaml) {
    var decoded = decode(plural, version, yaml);
    return resource(plural).strategy().create(decoded.draft(), by(User.SERVER, "create"));
  }

  public Json.Obj created(String plural, String yaml) {
    return create(plural, yaml).object();
  }

  public Prepared update(String plural, Json.Obj object, Json.Obj stored) {
    return resource(plural)
        .strategy()
        .update(new Draft.OfTree(object), stored, by(User.SERVER, "update"));
  }

  public Prepared updatePart(String plural, String part, Json.Obj object, Json.Obj stored) {
    return resource(plural)
        .strategy()
        .updatePart(part, new Draft.OfTree(object), stored, by(User.SERVER, "update"));
  }

  public List<String> cells(String plural, Json.Obj object) {
    return resource(plural).columns().cells(object, NOW).stream().map(World::shown).toList();
  }

  /** What a field selector compares with. */
  static String selected(Resource resource, String field, Json.Obj object) {
    return requireNonNull(resource.fieldLabels().values().get(field), field).apply(object);
  }

  private static String shown(Json cell) {
    return cell instanceof Json.Str(var text) ? text : cell.toText();
  }

  public static List<String> messages(Prepared prepared) {
    return prepared.violations().stream().map(Object::toString).toList();
  }
}
