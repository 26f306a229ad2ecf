package dev.dray.http;

import dev.dray.api.json.Json;
import dev.dray.security.User;
import java.util.List;
import java.util.Optional;

/** Resources that are answered and not stored: who am I, may I do this. */
public interface VirtualResources {

  /** What there is. */
  record Kind(String group, String version, String plural, String kind, boolean namespaced) {}

  List<Kind> kinds();

  /** The answer to what was posted; nothing if there is no such resource. */
  Optional<Json.Obj> create(
      String group, String version, String plural, String namespace, Json.Obj body, User user);

  /** A token for a service account. */
  Json.Obj token(String namespace, String account, Json.Obj body, User user);

  /** None at all. */
  VirtualResources NONE =
      new VirtualResources() {
        @Override
        public List<Kind> kinds() {
          return List.of();
        }

        @Override
        public Optional<Json.Obj> create(
            String group,
            String version,
            String plural,
            String namespace,
            Json.Obj body,
            User user) {
          return Optional.empty();
        }

        @Override
        public Json.Obj token(String namespace, String account, Json.Obj body, User user) {
          return Json.Obj.EMPTY;
        }
      };
}
