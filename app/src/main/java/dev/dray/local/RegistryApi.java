package dev.dray.local;

import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.json.Json;
import dev.dray.client.Api;
import dev.dray.client.Call;
import dev.dray.client.KnownObject;
import dev.dray.client.ListSelector;
import dev.dray.client.Reply;
import dev.dray.client.ResourceType;
import dev.dray.kinds.Kinds;
import dev.dray.kinds.Resource;
import dev.dray.kinds.StatusError;
import dev.dray.registry.Body;
import dev.dray.registry.DeleteOptions;
import dev.dray.registry.ListSelection;
import dev.dray.registry.PatchRequest;
import dev.dray.registry.Registry;
import dev.dray.registry.Target;
import dev.dray.registry.WriteOptions;
import dev.dray.security.User;
import dev.dray.security.authorization.Action;
import dev.dray.security.authorization.Authorizer;
import dev.dray.security.authorization.Decision;
import dev.dray.store.CompactedException;
import dev.dray.store.StoreException;
import dev.dray.watch.Event;
import dev.dray.watch.Feed;
import dev.dray.watch.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The calls of a component, answered by a registry for one user; the caller waits.
 *
 * <p>It behaves as if HTTP were in between: the same rights are required, and the same objects,
 * errors and events result.
 */
public final class RegistryApi {
  private final ReadObjects read;
  private final Registry registry;
  private final Kinds kinds;
  private final Authorizer authorizer;
  private final User user;
  private final String component;
  private final FieldValidation validation;

  /**
   * @param read the decoded objects, which all components of a process share
   * @param component the manager of the fields that are written
   */
  public RegistryApi(
      ReadObjects read,
      Registry registry,
      Kinds kinds,
      Authorizer authorizer,
      User user,
      String component) {
    this(read, registry, kinds, authorizer, user, component, FieldValidation.IGNORE);
  }

  private RegistryApi(
      ReadObjects read,
      Registry registry,
      Kinds kinds,
      Authorizer authorizer,
      User user,
      String component,
      FieldValidation validation) {
    this.read = read;
    this.registry = registry;
    this.kinds = kinds;
    this.authorizer = authorizer;
    this.user = user;
    this.component = component;
    this.validation = validation;
  }

  /** Returns the same API, but refusing unknown fields: for manifests that people write. */
  public RegistryApi strict() {
    return new RegistryApi(
        read, registry, kinds, authorizer, user, component, FieldValidation.STRICT);
  }

  /** Answers a call. */
  public Reply answer(Call call) {
    try {
      return new Reply.Done(done(call));
    } catch (StatusError e) {
      return refused(e);
    } catch (StoreException e) {
      return new Reply.Unanswered("The store failed: " + e.getMessage());
    }
  }

  private static Reply.Refused refused(StatusError e) {
    return new Reply.Refused(e.reason().code(), e.reason().words(), String.valueOf(e.getMessage()));
  }

  private Json.Obj done(Call call) {
    var target =
        new Target(
            resource(call.type()),
            call.type().version(),
            call.namespace(),
            call.name(),
            call.subresource());
    requireRight(target, verb(call.verb()), "");
    return switch (call.verb()) {
      case GET -> whole(target, registry.get(target, new Registry.Freshness.Newest()));
      case CREATE ->
          call.subresource().isEmpty()
              ? registry.create(target, new Body(object(call)), options(call)).object()
              : registry.act(target, new Body(object(call)), options(call)).object();
      case UPDATE -> registry.update(target, new Body(object(call)), options(call)).object();
      case MERGE_PATCH -> patched(target, call, PatchRequest.Sort.MERGE);
      case STRATEGIC_PATCH -> patched(target, call, PatchRequest.Sort.STRATEGIC);
      case APPLY -> patched(target, call, PatchRequest.Sort.APPLY);
      case DELETE ->
          registry.delete(target, DeleteOptions.of(object(call)), options(call)).object();
    };
  }

  private Json.Obj patched(Target target, Call call, PatchRequest.Sort sort) {
    return registry
        .patch(target, new PatchRequest(sort, call.body(), List.of()), options(call))
        .object();
  }

  private static Json.Obj object(Call call) {
    return call.body() instanceof Json.Obj object ? object : Json.Obj.EMPTY;
  }

  private static String verb(Call.Verb verb) {
    return switch (verb) {
      case GET -> "get";
      case CREATE -> "create";
      case UPDATE -> "update";
      case MERGE_PATCH, STRATEGIC_PATCH, APPLY -> "patch";
      case DELETE -> "delete";
    };
  }

  private WriteOptions options(Call call) {
    return new WriteOptions(
        user,
        verb(call.verb()),
        call.manager().isEmpty() ? component : call.manager(),
        validation,
        false,
        call.verb() == Call.Verb.APPLY);
  }

  private Resource resource(ResourceType<?> type) {
    return kinds
        .find(type.group(), type.plural())
        .filter(it -> it.versions().contains(type.version()))
        .orElseThrow(
            () ->
                new StatusError(
                    StatusError.Reason.NOT_FOUND,
                    "the server could not find the requested resource"));
  }

  private void requireRight(Target target, String verb, String fields) {
    var resource = target.resource();
    var action =
        new Action.OnResource(
            verb,
            resource.group(),
            target.version(),
            resource.plural(),
            target.subresource(),
            target.namespace(),
            target.name(),
            fields);
    if (authorizer.decide(user, action) instanceof Decision.Denied(var why)) {
      var part = target.subresource().isEmpty() ? "" : "/" + target.subresource();
      throw new StatusError(
          StatusError.Reason.FORBIDDEN,
          "%s%s is forbidden: User \"%s\" cannot %s it: %s"
              .formatted(resource.qualifiedName(), part, user.name(), verb, why));
    }
  }

  /** Lists the selected objects of a kind, as of now. */
  public <T> Api.Listing<T> list(ResourceType<T> type, ListSelector listSelector) {
    try {
      var target = target(type, listSelector);
      requireRight(target, "list", listSelector.fields());
      var query =
          new Registry.Query(
              selection(target, listSelector), new Registry.Freshness.Newest(), "", 0);
      var listed = registry.list(target, query);
      var items = new ArrayList<KnownObject<T>>(listed.items().size());
      for (var item : listed.items()) {
        items.add(read.of(item, type, () -> type.read(whole(target, item))));
      }
      return new Api.Listing.Found<>(items, Long.toString(listed.revision()));
    } catch (StatusError e) {
      return new Api.Listing.Failed<>(refused(e));
    } catch (StoreException e) {
      return new Api.Listing.Failed<>(new Reply.Unanswered("The store failed: " + e.getMessage()));
    }
  }

  private <T> Target target(ResourceType<T> type, ListSelector listSelector) {
    return new Target(resource(type), type.version(), listSelector.namespace(), "", "");
  }

  private static ListSelection selection(Target target, ListSelector listSelector) {
    return ListSelection.parse(target.resource(), listSelector.labels(), listSelector.fields());
  }

  private static Json.Obj whole(Target target, Item item) {
    return target.resource().strategy().encode(item.tree(), target.version());
  }

  /** A change as watchers are told of it. */
  public sealed interface Told<T> {
    record Changed<T>(KnownObject<T> object) implements Told<T> {}

    record Removed<T>(KnownObject<T> object) implements Told<T> {}
  }

  /** The changes of a kind after a revision. */
  public final class Following<T> implements AutoCloseable {
    private final ResourceType<T> type;
    private final Target target;
    private final ListSelection listSelection;
    private final Feed feed;

    private Following(ResourceType<T> type, ListSelector listSelector, String after) {
      this.type = type;
      target = target(type, listSelector);
      requireRight(target, "watch", listSelector.fields());
      listSelection = selection(target, listSelector);
      feed = registry.follow(target, Long.parseLong(after));
    }

    /** Returns the next selected change; empty if none comes in time. */
    public Optional<Told<T>> next(java.time.Duration patience) throws InterruptedException {
      var event = feed.next(patience);
      return event.flatMap(this::told);
    }

    private Optional<Told<T>> told(Event event) {
      var resource = target.resource();
      var now = event.now().filter(it -> listSelection.matches(resource, it));
      if (now.isPresent()) {
        var item = now.get();
        return Optional.of(
            new Told.Changed<>(read.of(item, type, () -> type.read(whole(target, item)))));
      }
      return event
          .before()
          .filter(it -> listSelection.matches(resource, it))
          .map(it -> new Told.Removed<>(type.read(at(whole(target, it), event.revision()))));
    }

    /** Returns the last state of an object, with the revision of its deletion. */
    private static Json.Obj at(Json.Obj object, long revision) {
      return object.with(List.of("metadata", "resourceVersion"), Json.of(Long.toString(revision)));
    }

    /** Returns the revision up to which all changes were reported. */
    public String revision() {
      return Long.toString(feed.revision());
    }

    @Override
    public void close() {
      feed.close();
    }
  }

  /**
   * Begins to watch a kind.
   *
   * @throws StatusError if it is not allowed, or the revision is too old
   */
  public <T> Following<T> follow(ResourceType<T> type, ListSelector listSelector, String after) {
    return new Following<>(type, listSelector, after);
  }

  /** Returns the reply that tells a watcher why the watch ended. */
  public static Reply reply(RuntimeException e) {
    return switch (e) {
      case StatusError error -> refused(error);
      case CompactedException gone ->
          new Reply.Refused(410, "Expired", String.valueOf(gone.getMessage()));
      default -> new Reply.Unanswered(String.valueOf(e.getMessage()));
    };
  }
}
