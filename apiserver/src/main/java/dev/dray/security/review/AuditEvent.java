package dev.dray.security.review;

import dev.dray.api.json.Json;
import dev.dray.security.User;
import dev.dray.security.authorization.Action;
import dev.dray.security.authorization.Decision;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The audit event of an answered request.
 *
 * @param id the id by which the response and other logs refer to the request
 * @param uri path and query as requested
 * @param user the user; empty if authentication failed
 * @param impersonated the impersonated user
 * @param action the action as it was authorized
 * @param decision the authorization decision; empty if the request failed before it
 * @param body the request body; recorded only at a level that includes it, and never if it holds a
 *     secret
 * @param code the HTTP status of the response
 * @param failure the message of a failed request
 */
public record AuditEvent(
    String id,
    String uri,
    Optional<User> user,
    Optional<User> impersonated,
    List<String> sources,
    String userAgent,
    Action action,
    Optional<Decision> decision,
    Optional<Json> body,
    int code,
    String failure,
    Instant received,
    Instant answered) {
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);
  private static final Pattern TOKEN_IN_QUERY =
      Pattern.compile("([?&](?:access_)?token=)[^&]*", Pattern.CASE_INSENSITIVE);

  /** The resources whose request and response bodies are secrets. */
  private static final Set<String> SECRET =
      Set.of("secrets", "serviceaccounts/token", "tokenreviews");

  public AuditEvent {
    sources = List.copyOf(sources);
  }

  /** Returns the event in the form of {@code audit.k8s.io/v1}. */
  Json.Obj tree(AuditLog.Level level) {
    var tree =
        Json.obj(
            "kind",
            "Event",
            "apiVersion",
            "audit.k8s.io/v1",
            "level",
            level.words(),
            "auditID",
            id,
            "stage",
            "ResponseComplete",
            "requestURI",
            TOKEN_IN_QUERY.matcher(uri).replaceAll("$1-"),
            "verb",
            action.verb(),
            "user",
            user.map(Reviews::info).orElse(Json.Obj.EMPTY));
    tree = tree.withOrWithout(List.of("impersonatedUser"), impersonated.map(Reviews::info));
    tree = tree.with("sourceIPs", Json.strings(sources));
    if (!userAgent.isEmpty()) {
      tree = tree.with("userAgent", Json.of(userAgent));
    }
    if (action instanceof Action.OnResource on) {
      tree = tree.with("objectRef", reference(on));
    }
    tree = tree.with("responseStatus", status());
    if (level == AuditLog.Level.REQUEST && !isSecret()) {
      tree = tree.withOrWithout(List.of("requestObject"), body);
    }
    tree =
        tree.with("requestReceivedTimestamp", Json.of(MICROS.format(received)))
            .with("stageTimestamp", Json.of(MICROS.format(answered)));
    return decision.isEmpty() ? tree : tree.with("annotations", annotations(decision.get()));
  }

  private static Json.Obj reference(Action.OnResource on) {
    var reference = Json.obj("resource", on.resource());
    reference = with(reference, "namespace", on.namespace());
    reference = with(reference, "name", on.name());
    reference = with(reference, "apiGroup", on.group());
    reference = with(reference, "apiVersion", on.version());
    return with(reference, "subresource", on.subresource());
  }

  private static Json.Obj with(Json.Obj tree, String name, String text) {
    return text.isEmpty() ? tree : tree.with(name, Json.of(text));
  }

  private Json.Obj status() {
    var status = Json.obj("metadata", Json.Obj.EMPTY);
    if (!failure.isEmpty()) {
      status = status.with("status", Json.of("Failure")).with("message", Json.of(failure));
    }
    return status.with("code", Json.of(code));
  }

  private boolean isSecret() {
    return action instanceof Action.OnResource on
        && (SECRET.contains(on.resource())
            || SECRET.contains(on.resource() + "/" + on.subresource()));
  }

  private static Json.Obj annotations(Decision decision) {
    return Json.obj(
        "authorization.k8s.io/decision",
        switch (decision) {
          case Decision.Allowed _ -> "allow";
          case Decision.Denied _ -> "forbid";
        },
        "authorization.k8s.io/reason",
        decision.reason());
  }
}
