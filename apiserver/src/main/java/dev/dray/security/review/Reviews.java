package dev.dray.security.review;

import dev.dray.api.json.Json;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.security.User;
import dev.dray.security.authentication.Authenticators;
import dev.dray.security.authentication.ServiceAccountTokens;
import dev.dray.security.authentication.ServiceAccountTokens.Verified;
import dev.dray.security.authorization.Action;
import dev.dray.security.authorization.Decision;
import dev.dray.security.authorization.Denial;
import dev.dray.security.authorization.PolicyRule;
import dev.dray.security.authorization.RoleAuthorizer;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The reviews of authentication and access; nothing of them is stored. */
public final class Reviews {
  private static final FieldPath SPEC = FieldPath.of("spec");
  private static final String ONE_OF =
      "exactly one of nonResourceAttributes or resourceAttributes must be specified";

  private final RoleAuthorizer authorizer;
  private final Authenticators authenticators;
  private final List<String> audiences;
  private final InstantSource clock;

  public Reviews(
      RoleAuthorizer authorizer,
      Authenticators authenticators,
      ServiceAccountTokens tokens,
      InstantSource clock) {
    this.authorizer = authorizer;
    this.authenticators = authenticators;
    this.audiences = tokens.audiences();
    this.clock = clock;
  }

  /**
   * Answers a {@code create} of one of the kinds of {@code authentication.k8s.io} and {@code
   * authorization.k8s.io}.
   *
   * @param plural the resource, such as {@code subjectaccessreviews}
   * @param namespace the namespace of the request; empty without one
   * @param request the object as it was sent
   */
  public ReviewAnswer create(String plural, String namespace, User user, Json.Obj request) {
    return switch (plural) {
      case "selfsubjectreviews" -> whoAmI(user, request);
      case "tokenreviews" -> token(request);
      case "selfsubjectaccessreviews" -> access(selfMistakes(request), user, request);
      case "subjectaccessreviews" -> access(mistakes(request), subject(request), request);
      case "localsubjectaccessreviews" ->
          access(localMistakes(request, namespace), subject(request), request);
      case "selfsubjectrulesreviews" -> rules(user, request);
      default -> throw new IllegalArgumentException("There is no review (%s).".formatted(plural));
    };
  }

  private ReviewAnswer whoAmI(User user, Json.Obj request) {
    var now = clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
    var answer = answer(request, Json.obj("userInfo", info(user)));
    return done(answer.with("metadata", Json.obj("creationTimestamp", now)).without("spec"));
  }

  /** Returns a user in the form of the API. */
  public static Json.Obj info(User user) {
    var info = Json.obj("username", user.name());
    if (!user.uid().isEmpty()) {
      info = info.with("uid", Json.of(user.uid()));
    }
    if (!user.groups().isEmpty()) {
      info = info.with("groups", Json.strings(user.groups()));
    }
    if (!user.extra().isEmpty()) {
      var extra = new LinkedHashMap<String, Json>();
      user.extra().forEach((name, values) -> extra.put(name, Json.strings(values)));
      info = info.with("extra", new Json.Obj(extra));
    }
    return info;
  }

  private ReviewAnswer token(Json.Obj request) {
    var token = request.text("spec", "token");
    if (token.isEmpty()) {
      return new ReviewAnswer.Malformed("token is required for TokenReview in authentication");
    }
    var asked = request.texts("spec", "audiences");
    var status =
        switch (authenticators.whoHas(token, asked.isEmpty() ? audiences : asked)) {
          case Verified.As(var user, var common) ->
              Json.obj(
                  "authenticated", true, "user", info(user), "audiences", Json.strings(common));
          case Verified.Foreign() -> Json.obj("error", "invalid bearer token");
          case Verified.Refused(var why) -> Json.obj("error", why);
        };
    return done(answer(request, status));
  }

  private ReviewAnswer access(Violations mistakes, User subject, Json.Obj request) {
    if (!mistakes.isEmpty()) {
      return new ReviewAnswer.Invalid(mistakes);
    }
    var action = action(request.object("spec"));
    var status =
        switch (authorizer.decide(subject, action)) {
          case Decision.Allowed(var reason) -> withReason(Json.obj("allowed", true), reason);
          case Decision.Denied(var message) ->
              withReason(Json.obj("allowed", false), Denial.reason(subject, action, message));
        };
    return done(answer(request, status));
  }

  private static Json.Obj withReason(Json.Obj status, String reason) {
    return reason.isEmpty() ? status : status.with("reason", Json.of(reason));
  }

  private static User subject(Json.Obj request) {
    var spec = request.object("spec");
    Map<String, List<String>> extra = new LinkedHashMap<>();
    spec.object("extra").fields().keySet().forEach(it -> extra.put(it, spec.texts("extra", it)));
    return new User(spec.text("user"), spec.text("uid"), spec.texts("groups"), extra);
  }

  private static Action action(Json.Obj spec) {
    if (!spec.has("resourceAttributes")) {
      var path = spec.object("nonResourceAttributes");
      return new Action.OnPath(path.text("verb"), path.text("path"));
    }
    var on = spec.object("resourceAttributes");
    return new Action.OnResource(
        on.text("verb"),
        on.text("group"),
        on.text("version").isEmpty() ? "*" : on.text("version"),
        on.text("resource"),
        on.text("subresource"),
        on.text("namespace"),
        on.text("name"),
        fieldSelector(on.object("fieldSelector")));
  }

  /**
   * Returns the field selector of these requirements. Those that cannot be expressed are left out:
   * that asks for more, not less.
   */
  private static String fieldSelector(Json.Obj selector) {
    var terms = new ArrayList<String>();
    for (var requirement : selector.objects("requirements")) {
      var values = requirement.texts("values");
      if (values.size() == 1 && requirement.text("operator").equals("In")) {
        terms.add(requirement.text("key") + "=" + values.getFirst());
      }
    }
    return terms.isEmpty() ? selector.text("rawSelector") : String.join(",", terms);
  }

  private static Violations selfMistakes(Json.Obj request) {
    var spec = request.object("spec");
    var found = Violations.NONE;
    if (spec.has("resourceAttributes") == spec.has("nonResourceAttributes")) {
      var shown = spec.find("nonResourceAttributes").map(Json::toText).orElse("null");
      found = found.and(Violation.invalidShown(SPEC, shown, ONE_OF).by("union"));
    }
    return found.and(metadata(request, false));
  }

  private static Violations metadata(Json.Obj request, boolean namespaced) {
    var metadata = request.object("metadata").without("managedFields").without("creationTimestamp");
    if ((namespaced ? metadata.without("namespace") : metadata).isEmpty()) {
      return Violations.NONE;
    }
    return Violations.of(
        Violation.invalidShown(
            FieldPath.of("metadata"),
            metadata.toText(),
            namespaced ? "must be empty except for namespace" : "must be empty"));
  }

  private static Violations mistakes(Json.Obj request) {
    return withoutSubject(request).and(selfMistakes(request));
  }

  private static Violations withoutSubject(Json.Obj request) {
    var spec = request.object("spec");
    return spec.text("user").isEmpty() && spec.texts("groups").isEmpty()
        ? Violations.of(
            Violation.invalid(
                SPEC.child("user"), "", "at least one of user or group must be specified"))
        : Violations.NONE;
  }

  private static Violations localMistakes(Json.Obj request, String namespace) {
    var spec = request.object("spec");
    var found = withoutSubject(request).and(selfMistakes(request.without("metadata")));
    found = found.and(metadata(request, true));
    var stated = request.text("metadata", "namespace");
    if (!stated.isEmpty() && !stated.equals(namespace)) {
      found =
          found.and(
              Violation.invalid(
                  FieldPath.of("metadata", "namespace"),
                  stated,
                  "must match the namespace of the request"));
    }
    if (spec.has("resourceAttributes")
        && !spec.text("resourceAttributes", "namespace").equals(namespace)) {
      found =
          found.and(
              Violation.invalid(
                  SPEC.child("resourceAttributes").child("namespace"),
                  spec.text("resourceAttributes", "namespace"),
                  "must match metadata.namespace"));
    }
    if (spec.has("nonResourceAttributes")) {
      found =
          found.and(
              Violation.invalidShown(
                  SPEC.child("nonResourceAttributes"),
                  spec.object("nonResourceAttributes").toText(),
                  "disallowed on this kind of request"));
    }
    return found;
  }

  private ReviewAnswer rules(User user, Json.Obj request) {
    var namespace = request.text("spec", "namespace");
    if (namespace.isEmpty()) {
      return new ReviewAnswer.Malformed("no namespace on request");
    }
    var userRules = authorizer.rulesFor(user, namespace);
    var onResources = userRules.rules().stream().filter(it -> !it.resources().isEmpty());
    var onPaths = userRules.rules().stream().filter(it -> !it.nonResourceUrls().isEmpty());
    var status =
        Json.obj(
            "resourceRules",
            Json.of(onResources.map(it -> it.tree().without("nonResourceURLs")).toList()),
            "nonResourceRules",
            Json.of(onPaths.map(Reviews::onPaths).toList()),
            "incomplete",
            userRules.incomplete());
    if (!userRules.problem().isEmpty()) {
      status = status.with("evaluationError", Json.of(userRules.problem()));
    }
    return done(answer(request, status).with("spec", Json.Obj.EMPTY));
  }

  private static Json.Obj onPaths(PolicyRule policyRule) {
    return Json.obj(
        "verbs",
        Json.strings(policyRule.verbs()),
        "nonResourceURLs",
        Json.strings(policyRule.nonResourceUrls()));
  }

  private static Json.Obj answer(Json.Obj request, Json.Obj status) {
    var answer = request.has("metadata") ? request : request.with("metadata", Json.Obj.EMPTY);
    return answer.with("status", status);
  }

  private static ReviewAnswer done(Json.Obj object) {
    return new ReviewAnswer.Done(object, List.of());
  }
}
