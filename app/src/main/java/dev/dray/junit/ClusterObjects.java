package dev.dray.junit;

import dev.dray.api.codec.ObjectTrees;
import dev.dray.api.codec.text.Limits;
import dev.dray.api.json.Json;
import dev.dray.client.Api;
import dev.dray.client.Call;
import dev.dray.client.KnownObject;
import dev.dray.client.ListSelector;
import dev.dray.client.Reply;
import dev.dray.client.ResourceType;
import dev.dray.client.Resources;
import dev.dray.kinds.Resource;
import dev.dray.local.LocalCluster;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** A blocking client for the objects of a cluster in this process. */
final class ClusterObjects {
  private static final long PATIENCE_SECONDS = 30;
  private static final String NAMESPACE = "default";

  private final LocalCluster cluster;
  private final Api api;

  ClusterObjects(LocalCluster cluster) {
    this.cluster = cluster;
    api = cluster.api("dray-junit");
  }

  List<Json.Obj> parsed(String manifests, String where) {
    var objects = new ArrayList<Json.Obj>();
    var bytes = manifests.getBytes(StandardCharsets.UTF_8);
    for (var document : new ObjectTrees(Limits.DEFAULT).parseAll(bytes)) {
      switch (document) {
        case ObjectTrees.Parsed.Tree(Json.Obj tree, _) -> objects.add(tree);
        case ObjectTrees.Parsed.Tree(var other, _) ->
            throw new IllegalArgumentException(
                "A document of %s is not an object: (%s).".formatted(where, other));
        case ObjectTrees.Parsed.Malformed(var message, var at) ->
            throw new IllegalArgumentException(
                "%s cannot be read at %s: %s".formatted(where, at, message));
      }
    }
    return objects;
  }

  /** An object name as tests write it, with its kind. */
  private record Place(ResourceType<Json.Obj> type, String namespace, String name) {}

  private Place place(String kind, String name) {
    var type = type(kind);
    int slash = name.indexOf('/');
    if (!type.namespaced()) {
      return new Place(type, "", name);
    }
    return slash < 0
        ? new Place(type, NAMESPACE, name)
        : new Place(type, name.substring(0, slash), name.substring(slash + 1));
  }

  private ResourceType<Json.Obj> type(String kind) {
    return cluster.server().kinds().all().stream()
        .filter(it -> isCalled(it, kind.toLowerCase(Locale.ROOT)))
        .findFirst()
        .map(ClusterObjects::type)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "There is no kind (%s). Maybe write it as for kubectl: resourceclaim."
                        .formatted(kind)));
  }

  private static boolean isCalled(Resource resource, String word) {
    return word.equals(resource.plural())
        || word.equals(resource.kind().toLowerCase(Locale.ROOT))
        || word.equals(resource.qualifiedName())
        || resource.shortNames().contains(word);
  }

  private static ResourceType<Json.Obj> type(Resource resource) {
    return new ResourceType<>(
        resource.group(),
        resource.versions().getFirst(),
        resource.plural(),
        resource.kind(),
        resource.namespaced(),
        it -> it,
        Resources::metadata);
  }

  Optional<Json.Obj> find(String kind, String name) {
    var place = place(kind, name);
    return switch (answer(Call.get(place.type(), place.namespace(), place.name()))) {
      case Reply.Done(var object) -> Optional.of(object);
      case Reply.Refused refused when refused.isNotFound() -> Optional.empty();
      case Reply.Refused(_, _, var message) -> throw new AssertionError(message);
      case Reply.Unanswered(var why) -> throw new AssertionError(why);
    };
  }

  void delete(String kind, String name) {
    var place = place(kind, name);
    var reply = answer(Call.delete(place.type(), place.namespace(), place.name(), ""));
    if (!(reply instanceof Reply.Done)) {
      throw new AssertionError(
          "%s %s cannot be deleted: %s".formatted(kind, name, reply.problem()));
    }
  }

  List<Json.Obj> list(String kind) {
    return list(type(kind), ListSelector.ALL);
  }

  /** Returns the events about an object, oldest first. */
  List<Json.Obj> events(Json.Obj object) {
    var metadata = object.object("metadata");
    var about = "involvedObject.uid=" + metadata.text("uid");
    return list(type("events"), new ListSelector(metadata.text("namespace"), "", about));
  }

  private List<Json.Obj> list(ResourceType<Json.Obj> type, ListSelector listSelector) {
    Api.Listing<Json.Obj> listing = await(then -> api.list(type, listSelector, then));
    return switch (listing) {
      case Api.Listing.Found<Json.Obj>(var items, _) ->
          items.stream().map(KnownObject::tree).toList();
      case Api.Listing.Failed<Json.Obj>(var reply) -> throw new AssertionError(reply.problem());
    };
  }

  private Reply answer(Call call) {
    return await(then -> api.send(call, then));
  }

  private <T> T await(Consumer<Consumer<T>> question) {
    var answer = new CompletableFuture<T>();
    question.accept(answer::complete);
    try {
      return answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("The test was interrupted.", e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException(
          "The server has not answered for %d seconds.".formatted(PATIENCE_SECONDS), e);
    }
  }

  /** Returns the names of a pod's claims, in its order, as far as they have been generated. */
  List<String> claims(Json.Obj pod) {
    var names = new ArrayList<String>();
    var namespace = pod.text("metadata", "namespace");
    for (var entry : pod.objects("spec", "resourceClaims")) {
      var name = entry.text("resourceClaimName");
      if (name.isEmpty()) {
        name = made(pod, entry.text("name"));
      }
      if (!name.isEmpty()) {
        names.add(namespace + "/" + name);
      }
    }
    return names;
  }

  private static String made(Json.Obj pod, String entry) {
    return pod.objects("status", "resourceClaimStatuses").stream()
        .filter(it -> it.text("name").equals(entry))
        .map(it -> it.text("resourceClaimName"))
        .findFirst()
        .orElse("");
  }
}
