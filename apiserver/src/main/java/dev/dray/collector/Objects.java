package dev.dray.collector;

import dev.dray.api.json.Json;
import dev.dray.kinds.Resource;
import java.util.List;
import java.util.Optional;

/** The verbs that controllers need, on objects in their stored version. */
interface Objects {

  /** The result of a write. */
  enum Done {
    DONE,
    /** The object does not exist, or another one has its name. */
    GONE,
    /** The object has changed since it was read: read it again. */
    CHANGED
  }

  /** The fate of the objects that a deleted one owns. */
  enum Propagation {
    ORPHAN,
    BACKGROUND,
    FOREGROUND
  }

  /** Returns the object, including all writes acknowledged so far. */
  Optional<Json.Obj> find(Resource resource, String namespace, String name);

  /** Returns all objects of a kind in a namespace; in all namespaces if it is empty. */
  List<Json.Obj> list(Resource resource, String namespace);

  /**
   * Creates an object; {@link Done#GONE} if its namespace does not exist or is being deleted,
   * {@link Done#CHANGED} if there is one of that name.
   */
  Done create(Resource resource, Json.Obj object);

  /** Deletes an object if its UID and resource version are still the ones that were read. */
  Done delete(Resource resource, Json.Obj seen, Propagation propagation);

  /**
   * Replaces an object, or a subresource of it, if its resource version is still the one given.
   *
   * @param subresource empty for the object itself
   */
  Done replace(Resource resource, Json.Obj object, String subresource);
}
