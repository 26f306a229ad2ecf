package dev.dray.cli.manifest;

import dev.dray.api.codec.Document;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The places from which objects were read. */
final class Places {

  /** The identity of an object; the namespace is empty for cluster-scoped kinds. */
  record Key(String kind, String namespace, String name) {
    @Override
    public String toString() {
      return kind + "/" + (namespace.isEmpty() ? name : namespace + "/" + name);
    }
  }

  /** A place in a file. */
  record At(InputFile file, Document.Place place) {
    @Override
    public String toString() {
      return file.name() + ":" + place.start();
    }
  }

  private final Map<Key, At> places = new LinkedHashMap<>();

  /** Records a place; an object that already has one keeps it, and that place is returned. */
  Optional<At> put(Key key, At at) {
    return Optional.ofNullable(places.putIfAbsent(key, at));
  }

  Optional<At> of(Key key) {
    return Optional.ofNullable(places.get(key));
  }
}
