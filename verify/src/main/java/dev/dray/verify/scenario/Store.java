package dev.dray.verify.scenario;

import dev.dray.api.admission.Admission;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.resource.ApiObject;
import dev.dray.api.resource.Kind;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.validation.Validator;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** An API server's memory: takes objects in as the server would, and keeps them. */
final class Store {
  private static final String NAMESPACE = "default";

  private final Map<String, ApiObject> objects = new TreeMap<>();
  private Admission admission;
  private Validator validator;
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");

  Store(Gates gates) {
    admission = new Admission(gates);
    validator = Validator.with(gates);
  }

  /** What came of a write. */
  sealed interface Reply {
    record Stored(ApiObject object, List<String> warnings) implements Reply {}

    record Refused(String object, List<String> violations) implements Reply {}
  }

  void restart(Gates gates) {
    admission = new Admission(gates);
    validator = Validator.with(gates);
  }

  /** Lets a minute pass, so that objects are of different age. */
  void tick() {
    now = now.plusSeconds(60);
  }

  static String key(ApiObject object) {
    return object.kind().kindName() + "/" + object.metadata().name();
  }

  Reply write(ApiObject written) {
    var object = withServersMetadata(written);
    var stored = Optional.ofNullable(objects.get(key(object)));
    var admitted =
        stored.isPresent()
            ? admission.update(object, stored.get(), now)
            : admission.create(object, now);
    var violations =
        stored.isPresent()
            ? validator.update(admitted.object(), stored.get())
            : validator.create(admitted.object());
    if (!violations.isEmpty()) {
      return refused(object, violations.stream().map(String::valueOf));
    }
    keep(admitted.object());
    boolean hasStatus = object instanceof ResourceClaim it && it.status().allocation().isPresent();
    if (hasStatus && writeStatus((ResourceClaim) object) instanceof Reply.Refused refused) {
      objects.remove(key(object));
      return refused;
    }
    var warnings = new ArrayList<>(admitted.warnings());
    warnings.addAll(validator.warnings(admitted.object()));
    return new Reply.Stored(stored(key(object)), warnings);
  }

  /** Writes only the status of a claim that is stored. */
  Reply writeStatus(ResourceClaim claim) {
    var stored = (ResourceClaim) stored(key(claim));
    var admitted = admission.updateStatus(claim, stored, now);
    var violations = validator.updateStatus(admitted.object(), stored);
    if (!violations.isEmpty()) {
      return refused(claim, violations.stream().map(String::valueOf));
    }
    keep(admitted.object());
    return new Reply.Stored(admitted.object(), admitted.warnings());
  }

  /** Keeps an object as it is, with its defaults. */
  Reply keepUnchecked(ApiObject written) {
    keep(admission.defaulted(withServersMetadata(written), now));
    return new Reply.Stored(stored(key(written)), List.of());
  }

  private static Reply refused(ApiObject object, Stream<String> violations) {
    return new Reply.Refused(key(object), violations.toList());
  }

  private void keep(ApiObject object) {
    objects.put(key(object), object);
  }

  private ApiObject withServersMetadata(ApiObject object) {
    var written = object.metadata();
    var stored = Optional.ofNullable(objects.get(key(object))).map(ApiObject::metadata);
    boolean namespaced = object.kind().scope() == Kind.Scope.NAMESPACED;
    return object.withMetadata(
        new ObjectMeta(
            written.name(),
            written.generateName(),
            namespaced && written.namespace().isEmpty() ? NAMESPACE : written.namespace(),
            written.selfLink(),
            "uid-of-" + written.name(),
            "1",
            written.generation(),
            written
                .creationTimestamp()
                .or(() -> stored.map(it -> it.creationTimestamp().get()))
                .or(() -> Optional.of(now)),
            written.deletionTimestamp(),
            written.deletionGracePeriodSeconds(),
            written.labels(),
            written.annotations(),
            written.ownerReferences(),
            written.finalizers(),
            written.managedFields()));
  }

  ApiObject stored(String key) {
    var object = objects.get(key);
    if (object == null) {
      throw new IllegalArgumentException("There is no object (%s).".formatted(key));
    }
    return object;
  }

  ResourceClaim claim(String name) {
    return (ResourceClaim) stored(Kind.RESOURCE_CLAIM.kindName() + "/" + name);
  }

  ApiObject delete(String key) {
    var object = stored(key);
    objects.remove(key);
    return object;
  }

  /** All objects of a type, by name. */
  <T extends ApiObject> List<T> all(Class<T> type) {
    return objects.values().stream().filter(type::isInstance).map(type::cast).toList();
  }
}
