package dev.dray.kinds;

import dev.dray.api.codec.ObjectTrees;
import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.codec.text.Limits;
import dev.dray.api.json.Json;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Violations;
import dev.dray.api.validation.meta.CommonRules;
import dev.dray.schema.FieldCheck;
import dev.dray.schema.Schemas;
import java.util.ArrayList;
import java.util.List;

/** Writes of a kind whose objects stay trees: what all such kinds share, around their rules. */
public final class TreeStrategy implements Strategy {
  private static final FieldPath METADATA = FieldPath.of("metadata");
  private static final List<String> GENERATION = List.of("metadata", "generation");
  private static final ObjectTrees TREES = new ObjectTrees(Limits.DEFAULT);

  private final String group;
  private final String kind;
  private final TreeRules rules;
  private final Schemas schemas;

  public TreeStrategy(String group, String kind, TreeRules rules, Schemas schemas) {
    this.group = group;
    this.kind = kind;
    this.rules = rules;
    this.schemas = schemas;
  }

  private String apiVersion(String version) {
    return group.isEmpty() ? version : group + "/" + version;
  }

  @Override
  public Decoded decode(Json.Obj written, String version, FieldValidation validation) {
    var read = read(written, schemas, apiVersion(version), kind, validation);
    return new Decoded(
        new Draft.OfTree(rules.defaulted(read.draft().tree())), read.errors(), read.warnings());
  }

  /** Reports an unknown field as the client wants it, and a mistyped one as an error. */
  public static Decoded read(
      Json.Obj written,
      Schemas schemas,
      String apiVersion,
      String kind,
      FieldValidation validation) {
    var type =
        schemas
            .of(apiVersion, kind)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "The kind (%s) has no type in the version (%s)."
                            .formatted(kind, apiVersion)));
    var checked = FieldCheck.check(written, type);
    var errors = new ArrayList<>(checked.mistyped());
    var warnings = new ArrayList<String>();
    for (var path : checked.unknown()) {
      var words = "unknown field \"%s\"".formatted(path);
      switch (validation) {
        case STRICT -> errors.add(words);
        case WARN -> warnings.add(words);
        case IGNORE -> {
          // It is dropped silently.
        }
      }
    }
    return new Decoded(new Draft.OfTree(checked.pruned()), errors, warnings);
  }

  @Override
  public Json.Obj encode(Json.Obj stored, String version) {
    return withEmptyParts(stored);
  }

  private Json.Obj withEmptyParts(Json.Obj object) {
    var whole = object;
    for (var part : rules.writtenIfEmpty()) {
      whole = whole.has(part) ? whole : whole.with(part, Json.Obj.EMPTY);
    }
    return whole;
  }

  @Override
  public Prepared create(Draft draft, WriteContext context) {
    var bare = draft.tree();
    for (var part : rules.createdWithParts() ? List.<String>of() : rules.parts()) {
      bare = bare.without(part);
    }
    bare = rules.countsGenerations() ? bare.with(GENERATION, Json.of(1)) : bare.without(GENERATION);
    var created = withEmptyParts(rules.created(bare, context));
    return new Prepared(
        created, metadata(created).and(rules.mistakes(created)), rules.warnings(created));
  }

  @Override
  public Prepared update(Draft draft, Json.Obj stored, WriteContext context) {
    var kept = draft.tree().withOrWithout(GENERATION, stored.find("metadata", "generation"));
    for (var part : rules.parts()) {
      kept = kept.withOrWithout(List.of(part), stored.find(part));
    }
    var updated = withEmptyParts(rules.updated(kept, stored, context));
    if (rules.countsGenerations() && specChanged(updated, stored)) {
      long before = stored.number("metadata", "generation").orElse(0L);
      updated = updated.with(GENERATION, Json.of(before + 1));
    }
    var violations =
        metadata(updated).and(rules.mistakes(updated)).and(rules.changeMistakes(updated, stored));
    return new Prepared(updated, violations, rules.warnings(updated));
  }

  private static boolean specChanged(Json.Obj object, Json.Obj stored) {
    return !object.object("spec").equals(stored.object("spec"));
  }

  @Override
  public Prepared updatePart(
      String subresource, Draft draft, Json.Obj stored, WriteContext context) {
    var updated = withEmptyParts(rules.partUpdated(subresource, draft.tree(), stored, context));
    var violations = rules.partMistakes(subresource, updated, stored);
    return rules.actions().contains(subresource)
        ? new Prepared(updated, violations, List.of())
        : new Prepared(updated, metadata(updated).and(violations), List.of());
  }

  private static Violations metadata(Json.Obj object) {
    return CommonRules.metadata(TREES.readMetadata(object.object("metadata")), METADATA);
  }

  @Override
  public List<String> untouched(String subresource) {
    if (subresource.isEmpty()) {
      return rules.parts();
    }
    return rules.actions().contains(subresource)
        ? List.of("metadata", "spec")
        : rules.kept(subresource);
  }

  @Override
  public List<String> nameMistakes(String name) {
    return rules.nameMistakes(name);
  }

  @Override
  public boolean createsOnUpdate() {
    return rules.createsOnUpdate();
  }

  @Override
  public boolean updatesUnconditionally(String version) {
    return rules.updatesUnconditionally();
  }

  @Override
  public boolean deletionReturnsObject(String version) {
    return rules.deletionReturnsObject();
  }

  @Override
  public boolean heldBack(Json.Obj stored) {
    return rules.heldBack(stored);
  }

  @Override
  public Json.Obj deleting(Json.Obj stored) {
    return rules.deleting(stored);
  }

  @Override
  public long gracePeriod(Json.Obj stored) {
    return rules.gracePeriod(stored);
  }
}
