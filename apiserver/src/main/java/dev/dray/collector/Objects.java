package dev.dray.collector;

import dev.dray.api.json.Json;
import dev.dray.kinds.Resource;
import java.util.List;
import java.util.Optional;

/** The verbs that collectors need, on objects in their stored version. */
public interface Objects {

  /** What became of a write. */
  enum Done {
    DONE,
    /** There is no such object, or another one of the same name. */
    GONE,
    /** It is not any more as it was seen: look again. */
    CHANGED
  }

  /** What becomes of the objects that a deleted one owns. */
  enum Propagation {
    ORPHAN,
    BACKGROUND,
    FOREGROUND
  }

  /** The object with everything acknowledged so far. */
  Optional<Json.Obj> find(Resource resource, String namespace, String name);

  /** All objects of a kind in a namespace; in all namespaces if it is empty. */
  List<Json.Obj> list(Resource resource, String namespace);

  /**
   * Creates an object; {@link Done#GONE} if its namespace is not there or comes to its end, {@link
   * Done#CHANGED} if there is one of the name.
   */
  Done create(Resource resource, Json.Obj object);

  /** Deletes the very object that was seen, if its UID and resource version are still the same. */
  Done delete(Resource resource, Json.Obj seen, Propagation propagation);

  /**
   * Replaces an object, or a part of it, if its resource version is still the one it has here.
   *
   * @param subresource empty for the object itself
   */
  Done replace(Resource resource, Json.Obj object, String subresource);
}
