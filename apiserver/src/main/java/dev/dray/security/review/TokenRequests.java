package dev.dray.security.review;

import dev.dray.api.json.Json;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.security.StoredObjects;
import dev.dray.security.authentication.ServiceAccountTokens;
import dev.dray.security.authentication.ServiceAccountTokens.Bound;
import dev.dray.security.authentication.ServiceAccountTokens.Issue;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** The handler of {@code serviceaccounts/token}: it issues tokens for service accounts. */
public final class TokenRequests {
  private static final long USUAL_SECONDS = 3600;
  private static final long LEAST_SECONDS = 600;
  private static final long MOST_SECONDS = 1L << 32;

  private final ServiceAccountTokens tokens;
  private final StoredObjects stored;
  private final InstantSource clock;
  private final Duration longest;

  /**
   * Creates the handler.
   *
   * @param longest the longest lifetime of a token; requests for more are shortened, with a warning
   */
  public TokenRequests(
      ServiceAccountTokens tokens, StoredObjects stored, InstantSource clock, Duration longest) {
    this.tokens = tokens;
    this.stored = stored;
    this.clock = clock;
    this.longest = longest;
  }

  /** The object a token is bound to, or the reason why it cannot be. */
  private sealed interface Binding {
    record To(Optional<Bound> pod, Optional<Bound> node) implements Binding {}

    record Not(ReviewAnswer reviewAnswer) implements Binding {}
  }

  /** Answers a {@code create} of a TokenRequest for the account of this namespace and name. */
  public ReviewAnswer create(String namespace, String name, Json.Obj request) {
    var account = stored.find("", "serviceaccounts", namespace, name);
    if (account.isEmpty()) {
      return new ReviewAnswer.Missing("serviceaccounts", name);
    }
    var uid = account.get().text("metadata", "uid");
    var stated = request.text("metadata", "uid");
    if (!stated.isEmpty() && !stated.equals(uid)) {
      return new ReviewAnswer.Conflict(
          "TokenRequest.authentication.k8s.io",
          name,
          "the UID in the token request (%s) does not match the UID of the service account (%s)"
              .formatted(stated, uid));
    }
    long seconds = request.number("spec", "expirationSeconds").orElse(USUAL_SECONDS);
    var mistakes = mistakes(namespace, name, request, seconds);
    if (!mistakes.isEmpty()) {
      return new ReviewAnswer.Invalid(mistakes);
    }
    return switch (binding(namespace, name, request.object("spec", "boundObjectRef"))) {
      case Binding.Not(var reviewAnswer) -> reviewAnswer;
      case Binding.To(var pod, var node) -> {
        var life = Duration.ofSeconds(Math.min(seconds, longest.toSeconds()));
        var asked = request.texts("spec", "audiences");
        var audiences = asked.isEmpty() ? tokens.audiences() : asked;
        yield issued(request, seconds, new Issue(namespace, name, uid, audiences, life, pod, node));
      }
    };
  }

  private static Violations mistakes(
      String namespace, String name, Json.Obj request, long seconds) {
    var metadata = FieldPath.of("metadata");
    var at = FieldPath.of("spec", "expirationSeconds");
    var found = Violations.NONE;
    var statedName = request.text("metadata", "name");
    if (!statedName.isEmpty() && !statedName.equals(name)) {
      found =
          found.and(
              Violation.invalid(
                  metadata.child("name"),
                  statedName,
                  "must match the service account name if specified"));
    }
    var statedNamespace = request.text("metadata", "namespace");
    if (!statedNamespace.isEmpty() && !statedNamespace.equals(namespace)) {
      found =
          found.and(
              Violation.invalid(
                  metadata.child("namespace"),
                  statedNamespace,
                  "must match the service account namespace if specified"));
    }
    if (seconds < LEAST_SECONDS) {
      found =
          found.and(
              Violation.invalid(at, seconds, "may not specify a duration less than 10 minutes"));
    }
    if (seconds > MOST_SECONDS) {
      found =
          found.and(
              Violation.invalid(
                  at, seconds, "may not specify a duration larger than 2^32 seconds"));
    }
    return found;
  }

  private Binding binding(String namespace, String account, Json.Obj reference) {
    if (reference.isEmpty()) {
      return new Binding.To(Optional.empty(), Optional.empty());
    }
    var apiVersion = reference.text("apiVersion");
    var kind = reference.text("kind");
    if (!apiVersion.equals("v1") || !List.of("Pod", "Node").contains(kind)) {
      return new Binding.Not(
          new ReviewAnswer.Malformed(
              "cannot bind token to object of type %s, Kind=%s".formatted(apiVersion, kind)));
    }
    boolean pod = kind.equals("Pod");
    var plural = pod ? "pods" : "nodes";
    var name = reference.text("name");
    var found = stored.find("", plural, pod ? namespace : "", name);
    if (found.isEmpty()) {
      return new Binding.Not(new ReviewAnswer.Missing(plural, name));
    }
    if (pod && !found.get().text("spec", "serviceAccountName").equals(account)) {
      return new Binding.Not(
          new ReviewAnswer.Malformed(
              "cannot bind token for serviceaccount \"%s\" to pod running with different serviceaccount name."
                  .formatted(account)));
    }
    var bound = new Bound(name, found.get().text("metadata", "uid"));
    var stated = reference.text("uid");
    if (!stated.isEmpty() && !stated.equals(bound.uid())) {
      return new Binding.Not(
          new ReviewAnswer.Conflict(
              kind,
              name,
              "the UID in the bound object reference (%s) does not match the UID in record. The object might have been deleted and then recreated"
                  .formatted(stated)));
    }
    return pod
        ? new Binding.To(Optional.of(bound), nodeOf(found.get()))
        : new Binding.To(Optional.empty(), Optional.of(bound));
  }

  /** Returns the node of a pod, which the pod's token states even if there is no Node object. */
  private Optional<Bound> nodeOf(Json.Obj pod) {
    var name = pod.text("spec", "nodeName");
    if (name.isEmpty()) {
      return Optional.empty();
    }
    var uid = stored.find("", "nodes", "", name).map(it -> it.text("metadata", "uid")).orElse("");
    return Optional.of(new Bound(name, uid));
  }

  private ReviewAnswer issued(Json.Obj request, long wished, Issue issue) {
    var now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    long seconds = issue.life().toSeconds();
    var status =
        Json.obj(
            "token",
            tokens.issue(issue),
            "expirationTimestamp",
            now.plusSeconds(seconds).toString());
    var metadata =
        request
            .object("metadata")
            .with("name", Json.of(issue.name()))
            .with("namespace", Json.of(issue.namespace()))
            .with("uid", Json.of(issue.uid()))
            .with("creationTimestamp", Json.of(now.toString()));
    var answer =
        request
            .with("metadata", metadata)
            .with(List.of("spec", "audiences"), Json.strings(issue.audiences()))
            .with(List.of("spec", "expirationSeconds"), Json.of(seconds))
            .with("status", status);
    return new ReviewAnswer.Done(
        answer,
        seconds < wished
            ? List.of(
                "requested expiration of %d seconds shortened to %d seconds"
                    .formatted(wished, seconds))
            : List.of());
  }
}
