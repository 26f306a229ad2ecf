package dev.dray.apiserver;

import dev.dray.api.json.Json;
import dev.dray.http.VirtualResources;
import dev.dray.kinds.RuntimeConfig;
import dev.dray.kinds.StatusError;
import dev.dray.schema.FieldCheck;
import dev.dray.schema.Schemas;
import dev.dray.security.User;
import dev.dray.security.authorization.NodeRestriction;
import dev.dray.security.review.ReviewAnswer;
import dev.dray.security.review.Reviews;
import dev.dray.security.review.TokenRequests;
import java.util.List;
import java.util.Optional;

/** The review and token resources: questions that are asked by creating an object. */
final class ReviewResources implements VirtualResources {
  private static final String AUTHENTICATION = "authentication.k8s.io";
  private static final String AUTHORIZATION = "authorization.k8s.io";

  private static final List<Kind> KINDS =
      List.of(
          new Kind(AUTHENTICATION, "v1", "selfsubjectreviews", "SelfSubjectReview", false),
          new Kind(AUTHENTICATION, "v1", "tokenreviews", "TokenReview", false),
          new Kind(
              AUTHORIZATION, "v1", "localsubjectaccessreviews", "LocalSubjectAccessReview", true),
          new Kind(
              AUTHORIZATION, "v1", "selfsubjectaccessreviews", "SelfSubjectAccessReview", false),
          new Kind(AUTHORIZATION, "v1", "selfsubjectrulesreviews", "SelfSubjectRulesReview", false),
          new Kind(AUTHORIZATION, "v1", "subjectaccessreviews", "SubjectAccessReview", false));

  private static final Kind TOKEN =
      new Kind(AUTHENTICATION, "v1", "tokenrequests", "TokenRequest", true);

  private final List<Kind> kinds;
  private final Schemas schemas;
  private final Reviews reviews;
  private final TokenRequests tokens;
  private final NodeRestriction nodes;

  ReviewResources(
      RuntimeConfig config,
      Schemas schemas,
      Reviews reviews,
      TokenRequests tokens,
      NodeRestriction nodes) {
    this.kinds =
        KINDS.stream().filter(it -> config.serves(it.group(), it.version(), it.plural())).toList();
    this.schemas = schemas;
    this.reviews = reviews;
    this.tokens = tokens;
    this.nodes = nodes;
  }

  @Override
  public List<Kind> kinds() {
    return kinds;
  }

  @Override
  public Optional<Json.Obj> create(
      String group, String version, String plural, String namespace, Json.Obj body, User user) {
    return kinds.stream()
        .filter(it -> it.group().equals(group) && it.plural().equals(plural))
        .findFirst()
        .map(kind -> object(reviews.create(plural, namespace, user, read(kind, body)), kind, ""));
  }

  /**
   * Returns the request body without unknown fields. Mistyped fields are refused, because the
   * answer could not even repeat them.
   */
  private Json.Obj read(Kind kind, Json.Obj body) {
    var apiVersion = kind.group() + "/" + kind.version();
    var type = schemas.of(apiVersion, kind.kind()).orElseThrow();
    var checked = FieldCheck.check(body, type);
    if (!checked.mistyped().isEmpty()) {
      throw new StatusError(
          StatusError.Reason.BAD_REQUEST,
          "%s in version \"%s\" cannot be handled as a %s: %s"
              .formatted(
                  kind.kind(), kind.version(), kind.kind(), String.join(", ", checked.mistyped())));
    }
    return checked
        .pruned()
        .with("kind", Json.of(kind.kind()))
        .with("apiVersion", Json.of(apiVersion));
  }

  @Override
  public Json.Obj token(String namespace, String account, Json.Obj request, User user) {
    var body = read(TOKEN, request);
    var refusal = nodes.tokenRefusal(user, namespace, account, body);
    if (refusal.isPresent()) {
      throw StatusError.about(
          StatusError.Reason.FORBIDDEN,
          "",
          "serviceaccounts",
          account,
          "serviceaccounts \"%s\" is forbidden: %s".formatted(account, refusal.get()));
    }
    return object(tokens.create(namespace, account, body), TOKEN, account);
  }

  private static Json.Obj object(ReviewAnswer reviewAnswer, Kind kind, String name) {
    return switch (reviewAnswer) {
      case ReviewAnswer.Done(var object, _) -> object;
      case ReviewAnswer.Invalid(var violations) ->
          throw StatusError.about(
              StatusError.Reason.INVALID,
              kind.group(),
              kind.kind(),
              name,
              "%s.%s \"%s\" is invalid: %s"
                  .formatted(kind.kind(), kind.group(), name, violations.toString()));
      case ReviewAnswer.Malformed(var message) ->
          throw new StatusError(StatusError.Reason.BAD_REQUEST, message);
      case ReviewAnswer.Missing(var plural, var missing) ->
          throw StatusError.about(
              StatusError.Reason.NOT_FOUND,
              "",
              plural,
              missing,
              "%s \"%s\" not found".formatted(plural, missing));
      case ReviewAnswer.Conflict(var qualified, var other, var why) ->
          throw StatusError.about(
              StatusError.Reason.CONFLICT,
              kind.group(),
              kind.plural(),
              other,
              "Operation cannot be fulfilled on %s \"%s\": %s".formatted(qualified, other, why));
    };
  }
}
