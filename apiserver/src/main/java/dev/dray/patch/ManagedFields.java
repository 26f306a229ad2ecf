package dev.dray.patch;

import static dev.dray.patch.PatchMistake.malformed;

import dev.dray.api.json.Json;
import dev.dray.api.json.Json.Arr;
import dev.dray.api.json.Json.Obj;
import dev.dray.patch.FieldOwnership.Clash;
import dev.dray.patch.Owners.Entry;
import dev.dray.schema.SchemaType;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Server-side apply, and the tracking of field ownership by all other writes: the algorithm of
 * structured-merge-diff, with the rules of upstream's field managers around it.
 *
 * <p><b>Field sets.</b> An owner is a manager with its operation (Apply or Update), subresource
 * and, for updates, API version. Each has a {@code FieldSet}: a tree of path elements ({@code
 * f:name} for a field, {@code k:{...}} for a list item by its keys, {@code v:...} for an item of a
 * set). Where paths end depends on the schema: scalars and atomic lists, maps and structs are
 * leaves, owned as a whole; everything else is owned part by part ({@code OwnedShape}).
 *
 * <p><b>Update</b> (create, update, all patches but apply). The old and the new object are
 * compared, which gives the sets of removed, modified and added fields. The writer comes to own
 * what it modified or added, besides what it had; everyone else loses that and what was removed.
 * There are no conflicts.
 *
 * <p><b>Apply.</b> The configuration states everything its manager wants to own:
 *
 * <pre>{@code
 * live ------+
 *            +-- merge -----> prune ----------> compare with live
 * config ----+   lay config   drop what this     |
 *    |           over live    manager applied    +- others' fields changed?   no: done
 *    |                        last time, does    |    yes, and not forced: Conflicts
 *    |                        not now, and       |    yes, and forced: they lose them
 *    |                        nobody else owns   +- others lose what was removed
 *    +--> fields(config) = the new set of this manager
 * }</pre>
 *
 * <p>A field that the live object has with the applied value already is not a change: it becomes
 * shared, without a conflict. A field that is left out of the configuration is deleted only if no
 * one else owns it.
 *
 * <p><b>Invariant.</b> A path is in an owner's set only if the owner wrote or applied it and nobody
 * has changed or removed it since: whoever does takes it away. Nobody owns what the server sets
 * ({@code NOBODYS}), and what the endpoint resets ({@link Write#untouched}) neither gives nor takes
 * ownership. An owner of nothing has no entry.
 *
 * <p><b>Versions.</b> A set is kept in the API version in which it was written, and sets are never
 * converted: fields may be renamed or regrouped between versions, and a set has no values to
 * convert. Instead the objects are: to find what an owner by v1beta1 loses, the old and the new
 * object are both converted to v1beta1 and compared there. Owners in a version that is no longer
 * served are dropped. If the schema has made a list or map atomic since, an owner of a part owns
 * the whole (reconciliation).
 *
 * <p><b>Around it.</b> A live object without owners gets one called {@code before-first-apply} when
 * it is first applied to, so that old fields conflict instead of vanishing. More than ten updating
 * owners are merged, oldest first, into {@code ancient-changes}. {@code kubectl} has conflicts
 * forgiven where its last-applied annotation explains them ({@code LastApplied}). An owner's time
 * changes only if the object did; see {@link #settled}.
 *
 * <p><b>Cost.</b> Comparing skips subtrees that are the same instance, so in the version of the
 * write it costs what the write changed. For each further version in which someone owns something,
 * both objects are converted and compared once. An apply also walks the configuration and the live
 * object.
 */
public final class ManagedFields {
  private static final List<String> AT = List.of("metadata", "managedFields");
  private static final String BEFORE_FIRST_APPLY = "before-first-apply";

  /** A stand-in for the writer until its new fields are merged with those it had. */
  private static final Owner SELF = Owner.updating("current-operation", "", "");

  /** The fields that the server sets itself, and nobody owns. */
  private static final FieldSet NOBODYS =
      FieldSet.ofNames(
          List.of(
              "apiVersion",
              "kind",
              "metadata",
              "metadata.name",
              "metadata.namespace",
              "metadata.creationTimestamp",
              "metadata.selfLink",
              "metadata.uid",
              "metadata.clusterName",
              "metadata.generation",
              "metadata.managedFields",
              "metadata.resourceVersion"));

  private ManagedFields() {}

  /** The conversion of an object between the versions of its kind, and their schemas. */
  public interface Versions {
    /** Converts an object, which states its own version, to another version. */
    Obj inVersion(Obj object, String apiVersion);

    /**
     * Returns the type in a version; empty if the version is no longer known: its owners are
     * dropped.
     */
    Optional<SchemaType.Struct> type(String apiVersion);

    /**
     * Returns the objects that are always there, if empty, whatever was written: nobody adds or
     * removes them. By default, these are the parts that every kind has and those that are
     * required.
     */
    default Obj blank(String apiVersion) {
      return type(apiVersion).map(Blanks::of).orElse(Obj.EMPTY);
    }
  }

  /**
   * A write.
   *
   * @param manager the field manager; may be empty
   * @param subresource empty if the object itself is written
   * @param untouched the paths that this endpoint resets, such as {@code status}
   */
  public record Write(
      String manager, String apiVersion, String subresource, Instant now, List<String> untouched) {
    public Write {
      manager = manager.isEmpty() ? "unknown" : manager;
      untouched = List.copyOf(untouched);
    }

    private String time() {
      return now.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    Write by(String other) {
      return new Write(other, apiVersion, subresource, now, untouched);
    }

    private Owner updating() {
      return Owner.updating(manager, apiVersion, subresource);
    }

    private Owner applying() {
      return Owner.applying(manager, subresource);
    }
  }

  /** The result of an apply. */
  public sealed interface Applied {
    /** The merged object; the live one itself if nothing changed. */
    record Merged(Obj object) implements Applied {}

    /** Others own fields that would change: a 409 with these causes. */
    record Conflicts(List<Conflict> conflicts, String message) implements Applied {
      public Conflicts {
        conflicts = List.copyOf(conflicts);
      }
    }
  }

  /**
   * A field that would change and that another manager owns.
   *
   * @param field its path, such as {@code .spec.replicas}
   * @param message the owner, in words
   */
  public record Conflict(String manager, String field, String message) {}

  /**
   * Returns the written object with its managed fields, after a create, an update or a patch other
   * than apply.
   */
  public static Obj updated(Optional<Obj> live, Obj written, Write write, Versions versions) {
    var owners = ownersFor(live, written, write);
    var bare = written.without(AT);
    if (live.isPresent() && owners.isEmpty()) {
      // Managed fields were reset, or never there: tracking starts again with the first apply.
      return bare;
    }
    try {
      var before = bareOrEmpty(live, written);
      return with(bare, tracked(before, bare, owners, write, versions));
    } catch (PatchMistake e) {
      // List items cannot be told apart, for instance; validation will refuse the object.
      return live.map(old -> bare.withOrWithout(AT, old.find("metadata", "managedFields")))
          .orElse(bare);
    }
  }

  /** Merges a configuration into the live object, unless others own fields that would change. */
  public static Applied apply(
      Optional<Obj> live, Obj applied, Write write, boolean force, Versions versions) {
    check(live, applied, write, versions);
    var apply = new Apply(live, applied, write, versions);
    var result = apply.carriedOut(force);
    if (!write.manager().equals(LastApplied.MANAGER)) {
      return result.answer();
    }
    return LastApplied.synced(LastApplied.forgiving(apply, result).answer(), applied);
  }

  /**
   * Returns the live object if the result differs only in the times of managed fields, so that no
   * write is needed. Meant to be called after defaulting and admission.
   */
  public static Obj settled(Obj live, Obj result) {
    var before = live.items("metadata", "managedFields");
    var after = result.items("metadata", "managedFields");
    return Values.same(timeless(before), timeless(after))
            && Values.same(live.without(AT), result.without(AT))
        ? live
        : result;
  }

  private static Json timeless(List<Json> entries) {
    return Json.of(
        entries.stream()
            .map(entry -> entry instanceof Obj object ? object.without("time") : entry)
            .toList());
  }

  /** An apply request. */
  record Apply(Optional<Obj> live, Obj applied, Write write, Versions versions) {

    Result carriedOut(boolean force) {
      var before = bareOrEmpty(live, applied);
      var owners = live.map(ManagedFields::ownersOf).orElse(Owners.NONE);
      if (owners.isEmpty() && live.isPresent()) {
        var first = write.by(BEFORE_FIRST_APPLY);
        owners = tracked(bareOrEmpty(Optional.empty(), applied), before, owners, first, versions);
      }
      var self = write.applying();
      var outcome =
          new FieldOwnership(versions, FieldSet.ofNames(write.untouched()))
              .applied(view(before), view(applied), owners, self, force);
      if (!outcome.clashes().isEmpty()) {
        return new Result(answer(outcome.clashes()), outcome.clashes());
      }
      return new Result(new Applied.Merged(merged(before, outcome, self)), List.of());
    }

    private Obj merged(Obj before, FieldOwnership.Outcome outcome, Owner self) {
      boolean idle = live.isPresent() && Values.same(before, outcome.object().tree());
      var owners = withoutNobodys(outcome.owners(), self);
      if (idle) {
        return with(live.orElse(before), owners);
      }
      var timed =
          owners
              .of(self)
              .map(
                  claim ->
                      owners.with(
                          self,
                          new Entry(claim.fields(), claim.apiVersion(), Optional.of(write.time()))))
              .orElse(owners);
      return with(TypedTree.withoutNulls(outcome.object().type(), outcome.object().tree()), timed);
    }

    VersionedView view(Obj tree) {
      return ManagedFields.view(tree, write, versions);
    }
  }

  /** The result of an attempt, with the paths of its conflicts. */
  record Result(Applied answer, List<Clash> clashes) {}

  static Applied.Conflicts answer(List<Clash> clashes) {
    var conflicts = new ArrayList<Conflict>();
    var lines = new ArrayList<String>();
    FieldOwnership.byOwner(clashes)
        .forEach(
            (owner, theirs) -> {
              lines.add("conflicts with %s:".formatted(owner.text()));
              for (var clash : theirs) {
                var field = PathElement.text(clash.path());
                lines.add("- " + field);
                conflicts.add(
                    new Conflict(owner.manager(), field, "conflict with " + owner.text()));
              }
            });
    var first = conflicts.getFirst();
    var message =
        conflicts.size() == 1
            ? "Apply failed with 1 conflict: %s: %s".formatted(first.message(), first.field())
            : "Apply failed with %d conflicts: %s"
                .formatted(conflicts.size(), String.join("\n", lines));
    return new Applied.Conflicts(conflicts, message);
  }

  private static void check(Optional<Obj> live, Obj applied, Write write, Versions versions) {
    var version = applied.text("apiVersion");
    var kind = live.map(object -> object.text("kind")).orElse(applied.text("kind"));
    if (!version.equals(write.apiVersion()) || !applied.text("kind").equals(kind)) {
      throw malformed("invalid object type: %s, Kind=%s".formatted(version, applied.text("kind")));
    }
    if (applied.find("metadata", "managedFields").isPresent()) {
      throw malformed("metadata.managedFields must be nil");
    }
    var mistakes = TypedCheck.mistakes(view(applied, write, versions).type(), applied);
    if (!mistakes.isEmpty()) {
      throw malformed(
          "failed to create typed patch object (%s/%s; %s, Kind=%s): %s"
              .formatted(
                  applied.text("metadata", "namespace"),
                  applied.text("metadata", "name"),
                  version,
                  applied.text("kind"),
                  mistakes.size() == 1
                      ? mistakes.getFirst()
                      : "errors:\n  " + String.join("\n  ", mistakes)));
    }
  }

  private static VersionedView view(Obj tree, Write write, Versions versions) {
    return VersionedView.of(tree, write.apiVersion(), versions)
        .orElseThrow(
            () -> malformed("no type is known for the version %s".formatted(write.apiVersion())));
  }

  /**
   * Returns the owners before a write: those that the written object states, if they are
   * well-formed, otherwise those of the live object.
   */
  private static Owners ownersFor(Optional<Obj> live, Obj written, Write write) {
    var before = live.map(ManagedFields::ownersOf).orElse(Owners.NONE);
    var entries = written.find("metadata", "managedFields");
    if (!write.subresource().isEmpty() || !(entries.orElse(Json.Null.NULL) instanceof Arr list)) {
      return before;
    }
    if (list.items().isEmpty() || list.items().equals(List.of(Obj.EMPTY))) {
      return Owners.NONE;
    }
    try {
      return Owners.parse(list.items());
    } catch (PatchMistake e) {
      return before;
    }
  }

  private static Owners ownersOf(Obj object) {
    try {
      return Owners.parse(object.items("metadata", "managedFields"));
    } catch (PatchMistake e) {
      return Owners.NONE;
    }
  }

  private static Owners tracked(
      Obj before, Obj after, Owners owners, Write write, Versions versions) {
    var fieldOwnership = new FieldOwnership(versions, FieldSet.ofNames(write.untouched()));
    var updated =
        withoutNobodys(
            fieldOwnership.updated(
                view(before, write, versions), view(after, write, versions), owners, SELF),
            SELF);
    var mine = updated.fields(SELF);
    if (mine.isEmpty()) {
      return updated.capped();
    }
    var me = write.updating();
    var others = updated.with(SELF, new Entry(FieldSet.EMPTY, "", Optional.empty()));
    var all =
        new Entry(mine.union(others.fields(me)), write.apiVersion(), Optional.of(write.time()));
    return others.with(me, all).capped();
  }

  private static Owners withoutNobodys(Owners owners, Owner self) {
    return owners
        .of(self)
        .map(claim -> owners.with(self, claim.with(claim.fields().minus(NOBODYS))))
        .orElse(owners);
  }

  /**
   * Returns the live object without managed fields; if there is none, an object with nothing set.
   */
  private static Obj bareOrEmpty(Optional<Obj> live, Obj like) {
    return live.map(object -> object.without(AT))
        .orElseGet(
            () ->
                Json.obj(
                    "apiVersion",
                    like.find("apiVersion").orElse(Json.of("")),
                    "kind",
                    like.find("kind").orElse(Json.of(""))));
  }

  private static Obj with(Obj object, Owners owners) {
    return owners.isEmpty() ? object.without(AT) : object.with(AT, owners.toJson());
  }
}
