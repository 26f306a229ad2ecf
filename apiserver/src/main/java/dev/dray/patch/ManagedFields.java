package dev.dray.patch;

import static dev.dray.patch.PatchMistake.malformed;
import static java.util.Objects.requireNonNull;

import dev.dray.api.json.Json;
import dev.dray.api.json.Json.Arr;
import dev.dray.api.json.Json.Obj;
import dev.dray.patch.FieldOwnership.Clash;
import dev.dray.patch.Owners.Claim;
import dev.dray.schema.SchemaType;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Server-side apply, and the tracking of all other writes: who set which field.
 *
 * <p>The rules are those of upstream's structured-merge-diff and of the managers around it.
 */
public final class ManagedFields {
  private static final List<String> AT = List.of("metadata", "managedFields");
  private static final String BEFORE_FIRST_APPLY = "before-first-apply";

  /** Stands for the writer until its claim is put together with an older one. */
  private static final Owner SELF = Owner.updating("current-operation", "", "");

  /** What the server sets itself, and nobody owns. */
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

  /** How one object looks in other versions of its kind. */
  public interface Versions {
    /** The same object in another version; it carries its own. */
    Obj inVersion(Obj object, String apiVersion);

    /** The type in a version; empty if that is no longer known, and owners by it are dropped. */
    Optional<SchemaType.Struct> type(String apiVersion);

    /**
     * The objects that are always there, if empty, whatever was written: nobody adds or removes
     * them. Unless told otherwise, these are the parts every kind has and those that are required.
     */
    default Obj blank(String apiVersion) {
      return type(apiVersion).map(Blanks::of).orElse(Obj.EMPTY);
    }
  }

  /**
   * A write.
   *
   * @param manager who writes; may be empty
   * @param subresource empty if it is the object itself
   * @param untouched paths that this endpoint resets, such as {@code status}
   */
  public record Write(
      String manager, String apiVersion, String subresource, Instant now, List<String> untouched) {
    public Write {
      manager = manager.isEmpty() ? "unknown" : manager;
      requireNonNull(apiVersion, "apiVersion");
      requireNonNull(subresource, "subresource");
      requireNonNull(now, "now");
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

  /** What came of an apply. */
  public sealed interface Applied {
    /** The object as it is to be; the live one itself if nothing changed. */
    record Merged(Obj object) implements Applied {
      public Merged {
        requireNonNull(object, "object");
      }
    }

    /** Others own what would change: 409 with these causes. */
    record Conflicts(List<Conflict> conflicts, String message) implements Applied {
      public Conflicts {
        conflicts = List.copyOf(conflicts);
        requireNonNull(message, "message");
      }
    }
  }

  /**
   * One field that someone else owns.
   *
   * @param field its path, such as {@code .spec.replicas}
   * @param message who owns it, in words
   */
  public record Conflict(String manager, String field, String message) {}

  /** The written object with its owners, after a create, an update or a patch of another sort. */
  public static Obj updated(Optional<Obj> live, Obj written, Write write, Versions versions) {
    var owners = ownersFor(live, written, write);
    var bare = written.without(AT);
    if (live.isPresent() && owners.isEmpty()) {
      // Owners were reset, or never known: tracking starts again with the first apply.
      return bare;
    }
    try {
      var before = bareOrEmpty(live, written);
      return with(bare, tracked(before, bare, owners, write, versions));
    } catch (PatchMistake e) {
      // A tree in which items cannot be told apart is for validation to refuse.
      return live.map(old -> bare.withOrWithout(AT, old.find("metadata", "managedFields")))
          .orElse(bare);
    }
  }

  /** Merges what is applied into the live object, unless others own what would change. */
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
   * The result with the live object's times if nothing else changed, so that no write is needed.
   * Meant for after defaults and admission.
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

  /** One attempt, and what it is about. */
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
                          new Claim(claim.fields(), claim.apiVersion(), Optional.of(write.time()))))
              .orElse(owners);
      return with(TypedTree.withoutNulls(outcome.object().type(), outcome.object().tree()), timed);
    }

    VersionedView view(Obj tree) {
      return ManagedFields.view(tree, write, versions);
    }
  }

  /** An answer, and for conflicts the paths they are about. */
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

  /** Who owns what before a write: what the write itself says of it counts, if it makes sense. */
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
    var others = updated.with(SELF, new Claim(FieldSet.EMPTY, "", Optional.empty()));
    var all =
        new Claim(mine.union(others.fields(me)), write.apiVersion(), Optional.of(write.time()));
    return others.with(me, all).capped();
  }

  private static Owners withoutNobodys(Owners owners, Owner self) {
    return owners
        .of(self)
        .map(claim -> owners.with(self, claim.with(claim.fields().minus(NOBODYS))))
        .orElse(owners);
  }

  /** The live object without its owners; before there is one, an object with nothing set. */
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
