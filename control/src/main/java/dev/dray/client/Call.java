package dev.dray.client;

import dev.dray.api.json.Json;
import java.util.Map;
import java.util.Optional;

/**
 * A call to an API.
 *
 * @param namespace the namespace; empty for cluster-scoped objects
 * @param name the name; empty for an object to be created
 * @param subresource the subresource; empty for the object itself
 * @param body the body; empty for none
 * @param manager the field manager of an apply; empty for the component's name
 */
public record Call(
    Verb verb,
    ResourceType<?> type,
    String namespace,
    String name,
    String subresource,
    Json body,
    String manager) {

  /** The verb of a call. */
  public enum Verb {
    GET,
    CREATE,
    UPDATE,
    MERGE_PATCH,
    STRATEGIC_PATCH,
    /** Server-side apply that forces conflicts. */
    APPLY,
    DELETE
  }

  private static Call of(
      Verb verb, ResourceType<?> type, String namespace, String name, String part, Json body) {
    return new Call(verb, type, namespace, name, part, body, "");
  }

  public static Call get(ResourceType<?> type, String namespace, String name) {
    return of(Verb.GET, type, namespace, name, "", Json.Obj.EMPTY);
  }

  public static Call create(ResourceType<?> type, String namespace, Json.Obj object) {
    return of(Verb.CREATE, type, namespace, "", "", object);
  }

  /** Returns a call that replaces the object named by its metadata. */
  public static Call update(ResourceType<?> type, Json.Obj object) {
    return at(Verb.UPDATE, type, "", object);
  }

  public static Call updateStatus(ResourceType<?> type, Json.Obj object) {
    return at(Verb.UPDATE, type, "status", object);
  }

  private static Call at(Verb verb, ResourceType<?> type, String part, Json.Obj object) {
    return of(
        verb,
        type,
        object.text("metadata", "namespace"),
        object.text("metadata", "name"),
        part,
        object);
  }

  public static Call patch(
      Verb sort,
      ResourceType<?> type,
      String namespace,
      String name,
      String subresource,
      Json patch) {
    return of(sort, type, namespace, name, subresource, patch);
  }

  public static Call apply(
      ResourceType<?> type,
      String namespace,
      String name,
      String subresource,
      Json.Obj object,
      String manager) {
    return new Call(Verb.APPLY, type, namespace, name, subresource, object, manager);
  }

  /** Returns a call that deletes the object with this UID and no other of its name. */
  public static Call delete(ResourceType<?> type, String namespace, String name, String uid) {
    var options = uid.isEmpty() ? Json.Obj.EMPTY : Json.obj("preconditions", Json.obj("uid", uid));
    return of(Verb.DELETE, type, namespace, name, "", options);
  }

  public static Call delete(
      ResourceType<?> type, String namespace, String name, String uid, long graceSeconds) {
    var options = Json.obj("gracePeriodSeconds", graceSeconds);
    return of(
        Verb.DELETE,
        type,
        namespace,
        name,
        "",
        uid.isEmpty() ? options : options.with("preconditions", Json.obj("uid", uid)));
  }

  /** Returns a call that binds a pod to a node. */
  public static Call bind(String namespace, String pod, String uid, String node) {
    var binding =
        Json.obj(
            "apiVersion",
            "v1",
            "kind",
            "Binding",
            "metadata",
            Json.obj("name", pod, "namespace", namespace, "uid", uid),
            "target",
            Json.obj("apiVersion", "v1", "kind", "Node", "name", node));
    return of(Verb.CREATE, Resources.PODS, namespace, pod, "binding", binding);
  }

  /** Returns the body, if there is one. */
  public Optional<Json> sent() {
    return body instanceof Json.Obj object && object.isEmpty()
        ? Optional.empty()
        : Optional.of(body);
  }

  /** Returns the query parameters of the verb. */
  public Map<String, String> parameters() {
    return verb == Verb.APPLY
        ? Map.of("fieldManager", manager, "force", "true")
        : manager.isEmpty() ? Map.of() : Map.of("fieldManager", manager);
  }

  @Override
  public String toString() {
    var path = type + " " + KnownObject.key(namespace, name);
    return verb + " " + (subresource.isEmpty() ? path : path + "/" + subresource);
  }
}
