package dev.dray.kinds;

import dev.dray.api.json.Json;
import dev.dray.api.meta.Violations;
import java.util.List;
import java.util.Optional;

/**
 * A refused request, which becomes the Status body of the response.
 *
 * <p>It is an exception because it can end a request anywhere. It has no stack trace, because it is
 * the client's mistake and not the server's.
 */
public final class StatusError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The reason by which clients tell errors apart, with its HTTP status. */
  public enum Reason {
    BAD_REQUEST(400, "BadRequest"),
    UNAUTHORIZED(401, "Unauthorized"),
    FORBIDDEN(403, "Forbidden"),
    NOT_FOUND(404, "NotFound"),
    METHOD_NOT_ALLOWED(405, "MethodNotAllowed"),
    NOT_ACCEPTABLE(406, "NotAcceptable"),
    CONFLICT(409, "Conflict"),
    ALREADY_EXISTS(409, "AlreadyExists"),
    GONE(410, "Gone"),
    EXPIRED(410, "Expired"),
    REQUEST_ENTITY_TOO_LARGE(413, "RequestEntityTooLarge"),
    UNSUPPORTED_MEDIA_TYPE(415, "UnsupportedMediaType"),
    INVALID(422, "Invalid"),
    TOO_MANY_REQUESTS(429, "TooManyRequests"),
    INTERNAL_ERROR(500, "InternalError"),
    SERVICE_UNAVAILABLE(503, "ServiceUnavailable"),
    TIMEOUT(504, "Timeout");

    private final int code;
    private final String words;

    Reason(int code, String words) {
      this.code = code;
      this.words = words;
    }

    public int code() {
      return code;
    }

    public String words() {
      return words;
    }
  }

  /** One of several causes. */
  public record Cause(String reason, String message, String field) {}

  private final Reason reason;
  private final transient Json.Obj details;
  private final transient Optional<Integer> retryAfterSeconds;
  private final transient List<String> warnings;

  /** True if the Status has details even if they are empty, as some of upstream's do. */
  private boolean detailed;

  private StatusError(
      Reason reason, String message, Json.Obj details, Optional<Integer> retryAfterSeconds) {
    this(reason, message, details, retryAfterSeconds, List.of());
  }

  private StatusError(
      Reason reason,
      String message,
      Json.Obj details,
      Optional<Integer> retryAfterSeconds,
      List<String> warnings) {
    super(message, null, false, false);
    this.reason = reason;
    this.details = details;
    this.retryAfterSeconds = retryAfterSeconds;
    this.warnings = List.copyOf(warnings);
  }

  public StatusError(Reason reason, String message) {
    this(reason, message, Json.Obj.EMPTY, Optional.empty());
  }

  /** Returns an error about an object; its name, group and kind go into the details. */
  public static StatusError about(
      Reason reason, Resource resource, String name, String message, List<Cause> causes) {
    return new StatusError(
        reason,
        message,
        details(name, resource.group(), resource.plural(), causes),
        Optional.empty());
  }

  /** Returns an error about a resource of which only the name is known. */
  public static StatusError about(
      Reason reason, String group, String plural, String name, String message) {
    return new StatusError(
        reason, message, details(name, group, plural, List.of()), Optional.empty());
  }

  public static StatusError notFound(Resource resource, String name) {
    return about(
        Reason.NOT_FOUND,
        resource,
        name,
        "%s \"%s\" not found".formatted(resource.qualifiedName(), name),
        List.of());
  }

  public static StatusError alreadyExists(Resource resource, String name) {
    return about(
        Reason.ALREADY_EXISTS,
        resource,
        name,
        "%s \"%s\" already exists".formatted(resource.qualifiedName(), name),
        List.of());
  }

  public static StatusError conflict(Resource resource, String name, String why) {
    return about(
        Reason.CONFLICT,
        resource,
        name,
        "Operation cannot be fulfilled on %s \"%s\": %s"
            .formatted(resource.qualifiedName(), name, why),
        List.of());
  }

  /** Returns a conflict about a subresource of a core kind, such as {@code pods/binding}. */
  public static StatusError conflictAt(String endpoint, String name, String why) {
    return new StatusError(
        Reason.CONFLICT,
        "Operation cannot be fulfilled on %s \"%s\": %s".formatted(endpoint, name, why),
        details(name, "", endpoint, List.of()),
        Optional.empty());
  }

  /** Returns the error of an invalid Binding; upstream gives neither its kind nor its causes. */
  public static StatusError invalidBinding(String name, Violations violations) {
    return new StatusError(
        Reason.INVALID,
        joined(violations),
        details(name, "", "Binding", List.of()),
        Optional.empty());
  }

  public static StatusError forbidden(Resource resource, String name, String why) {
    return about(
        Reason.FORBIDDEN,
        resource,
        name,
        "%s \"%s\" is forbidden: %s".formatted(resource.qualifiedName(), name, why),
        List.of());
  }

  /** Returns the error of an invalid object, with all violations as clients print them. */
  public static StatusError invalid(Resource resource, String name, Violations violations) {
    var causes =
        violations.stream()
            .map(it -> new Cause(it.type().reason(), it.message(), it.path().toString()))
            .toList();
    var qualifiedKind =
        resource.group().isEmpty() ? resource.kind() : resource.kind() + "." + resource.group();
    var message = "%s \"%s\" is invalid: %s".formatted(qualifiedKind, name, joined(violations));
    return new StatusError(
        Reason.INVALID,
        message,
        details(name, resource.group(), resource.kind(), causes),
        Optional.empty());
  }

  private static String joined(Violations violations) {
    var lines = violations.stream().map(Object::toString).distinct().toList();
    return lines.size() == 1 ? lines.getFirst() : "[" + String.join(", ", lines) + "]";
  }

  private static Json.Obj details(String name, String group, String kind, List<Cause> causes) {
    var details = Json.Obj.EMPTY;
    if (!name.isEmpty()) {
      details = details.with("name", Json.of(name));
    }
    if (!group.isEmpty()) {
      details = details.with("group", Json.of(group));
    }
    details = details.with("kind", Json.of(kind));
    return causes.isEmpty()
        ? details
        : details.with(
            "causes",
            Json.of(
                causes.stream()
                    .map(
                        it ->
                            Json.obj(
                                "reason",
                                it.reason(),
                                "message",
                                it.message(),
                                "field",
                                it.field()))
                    .toList()));
  }

  /** Returns this error with a cause that clients look for. */
  public StatusError because(String causeReason, String message) {
    var cause = Json.obj("reason", causeReason, "message", message);
    return new StatusError(
        reason,
        String.valueOf(getMessage()),
        details.with("causes", Json.Arr.of(cause)),
        retryAfterSeconds);
  }

  /** Returns this error with the advice to retry after some seconds. */
  public StatusError retryAfter(int seconds) {
    return new StatusError(
        reason,
        String.valueOf(getMessage()),
        details.with("retryAfterSeconds", Json.of(seconds)),
        Optional.of(seconds));
  }

  /** Returns this error with empty details, as upstream answers about paths. */
  public StatusError withDetails() {
    var same = new StatusError(reason, String.valueOf(getMessage()), details, retryAfterSeconds);
    same.detailed = true;
    return same;
  }

  /** Returns this error with earlier warnings, which often explain the mistake. */
  public StatusError warning(List<String> warnings) {
    return new StatusError(
        reason, String.valueOf(getMessage()), details, retryAfterSeconds, warnings);
  }

  public Reason reason() {
    return reason;
  }

  public List<String> warnings() {
    return warnings;
  }

  public Optional<Integer> retryAfterSeconds() {
    return retryAfterSeconds;
  }

  /** Returns the Status body of the response. */
  public Json.Obj status() {
    var status =
        Json.obj(
            "kind",
            "Status",
            "apiVersion",
            "v1",
            "metadata",
            Json.Obj.EMPTY,
            "status",
            "Failure",
            "message",
            String.valueOf(getMessage()),
            "reason",
            reason.words());
    if (detailed || !details.isEmpty()) {
      status = status.with("details", details);
    }
    return status.with("code", Json.of(reason.code()));
  }
}
