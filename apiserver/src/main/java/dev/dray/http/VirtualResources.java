package dev.dray.http;

import dev.dray.api.json.Json;
import dev.dray.security.User;
import java.util.List;
import java.util.Optional;

/** The resources that are answered and not stored, such as access reviews and tokens. */
public interface VirtualResources {

  /** A kind of such a resource. */
  record Kind(String group, String version, String plural, String kind, boolean namespaced) {}

  List<Kind> kinds();

  /** Answers a posted object; empty if there is no such resource. */
  Optional<Json.Obj> create(
      String group, String version, String plural, String namespace, Json.Obj body, User user);

  /** Issues a token for a service account. */
  Json.Obj token(String namespace, String account, Json.Obj body, User user);

  /** No virtual resources. */
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
