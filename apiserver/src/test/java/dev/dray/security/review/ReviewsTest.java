package dev.dray.security.review;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.json.Json;
import dev.dray.api.meta.Violation;
import dev.dray.security.Cluster;
import dev.dray.security.User;
import dev.dray.security.authentication.Authenticators;
import dev.dray.security.authentication.FakeClock;
import dev.dray.security.authentication.ServiceAccountTokens;
import dev.dray.security.authentication.StaticTokens;
import dev.dray.security.authentication.TokenKeys;
import dev.dray.security.authorization.BootstrapRoles;
import dev.dray.security.authorization.RoleAuthorizer;
import dev.dray.security.pki.PrivateKeys;
import dev.dray.security.pki.ServerIdentity;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReviewsTest {
  private static final String ISSUER = "https://kubernetes.default.svc";
  private static final User JANE =
      new User("jane", "7", List.of("devs", "system:authenticated"), Map.of("k", List.of("v")));

  @TempDir Path temporary;
  private final FakeClock clock = new FakeClock();
  private final Cluster cluster = new Cluster();

  @SuppressWarnings("NullAway.Init") // set before each test
  private Reviews reviews;

  @SuppressWarnings("NullAway.Init") // set before each test
  private TokenRequests requests;

  @SuppressWarnings("NullAway.Init") // set before each test
  private ServiceAccountTokens tokens;

  @BeforeEach
  void start() {
    var identity = ServerIdentity.in(temporary.resolve("pki"), List.of(), clock, PrivateKeys::make);
    tokens =
        new ServiceAccountTokens(
            new TokenKeys(identity.serviceAccountKeys(), List.of()),
            ISSUER,
            List.of(),
            cluster,
            clock);
    var fixed = StaticTokens.parse("s3cret,joe,9,ops", "tokens.csv");
    var authenticators = new Authenticators(List.of(identity.authority()), fixed, tokens, clock);
    cluster.addRoles(BootstrapRoles.objects());
    cluster.addRole(
        "{kind: RoleBinding, metadata: {name: b, namespace: ns}, roleRef: {kind: ClusterRole, name:"
            + " view}, subjects: [{kind: Group, name: devs}]}");
    cluster.add("serviceaccounts", "{metadata: {namespace: ns, name: sa, uid: u-1}}");
    cluster.add(
        "pods",
        "{metadata: {namespace: ns, name: p, uid: u-2}, spec: {nodeName: n1, serviceAccountName:"
            + " sa}}");
    cluster.add("nodes", "{metadata: {name: n1, uid: u-3}}");
    var authorizer = new RoleAuthorizer(cluster, cluster);
    reviews = new Reviews(authorizer, authenticators, tokens, clock);
    requests = new TokenRequests(tokens, cluster, clock, Duration.ofHours(24));
  }

  private Json.Obj done(String plural, String yaml) {
    return done(reviews.create(plural, "", JANE, Cluster.tree(yaml)));
  }

  private static Json.Obj done(ReviewAnswer reviewAnswer) {
    assertThat(reviewAnswer).isInstanceOf(ReviewAnswer.Done.class);
    return ((ReviewAnswer.Done) reviewAnswer).object();
  }

  private static List<String> mistakes(ReviewAnswer reviewAnswer) {
    assertThat(reviewAnswer).isInstanceOf(ReviewAnswer.Invalid.class);
    return ((ReviewAnswer.Invalid) reviewAnswer)
        .violations().stream().map(Violation::toString).toList();
  }

  @Test
  void whoami_shows_the_user() {
    var answer =
        done(
            "selfsubjectreviews",
            "{apiVersion: authentication.k8s.io/v1, kind: SelfSubjectReview}");

    assertThat(answer)
        .isEqualTo(
            Cluster.tree(
                """
                apiVersion: authentication.k8s.io/v1
                kind: SelfSubjectReview
                metadata: {creationTimestamp: '2026-11-15T12:00:00Z'}
                status:
                  userInfo: {username: jane, uid: '7', groups: [devs, 'system:authenticated'], extra: {k: [v]}}
                """));
  }

  @ParameterizedTest
  @CsvSource({"get,ns,true", "create,ns,false", "get,other,false"})
  void can_i(String verb, String namespace, boolean allowed) {
    var answer =
        done(
            "selfsubjectaccessreviews",
            "{kind: SelfSubjectAccessReview, spec: {resourceAttributes: {verb: %s, resource: pods, namespace: %s}}}"
                .formatted(verb, namespace));

    assertThat(answer.truth("status", "allowed")).isEqualTo(allowed);
    // kubectl prints a reason behind its "no": there must be none where upstream has none.
    assertThat(answer.text("status", "reason"))
        .isEqualTo(
            allowed
                ? "RBAC: allowed by RoleBinding \"b/ns\" of ClusterRole \"view\" to Group \"devs\""
                : "");
    assertThat(answer.text("spec", "resourceAttributes", "verb")).isEqualTo(verb);
  }

  @Test
  void can_i_see_a_path() {
    assertThat(
            done(
                    "selfsubjectaccessreviews",
                    "{spec: {nonResourceAttributes: {verb: get, path: /version}}}")
                .truth("status", "allowed"))
        .isTrue();
  }

  @Test
  void can_somebody_else() {
    assertThat(
            done(
                    "subjectaccessreviews",
                    "{spec: {user: joe, groups: [devs], resourceAttributes: {verb: list, resource:"
                        + " pods, namespace: ns}}}")
                .truth("status", "allowed"))
        .isTrue();
    assertThat(
            done(
                    "subjectaccessreviews",
                    "{spec: {user: 'system:node:n1', groups: ['system:nodes'], resourceAttributes:"
                        + " {verb: list, group: resource.k8s.io, resource: resourceslices,"
                        + " fieldSelector: {requirements: [{key: spec.nodeName, operator: In,"
                        + " values: [n1]}]}}}}")
                .truth("status", "allowed"))
        .isTrue();
  }

  @Test
  void can_somebody_in_this_namespace() {
    var request =
        Cluster.tree(
            "{metadata: {namespace: ns}, spec: {user: joe, groups: [devs], resourceAttributes:"
                + " {verb: list, resource: pods, namespace: ns}}}");

    assertThat(
            done(reviews.create("localsubjectaccessreviews", "ns", JANE, request))
                .truth("status", "allowed"))
        .isTrue();
    assertThat(
            mistakes(
                reviews.create(
                    "localsubjectaccessreviews", "other", JANE, request.without("metadata"))))
        .containsExactly(
            "spec.resourceAttributes.namespace: Invalid value: \"ns\": must match"
                + " metadata.namespace");
  }

  @Test
  void what_is_wrong_with_a_question_is_said_in_upstream_s_words() {
    assertThat(
            mistakes(
                reviews.create(
                    "subjectaccessreviews",
                    "",
                    JANE,
                    Cluster.tree(
                        "{metadata: {name: x}, spec: {resourceAttributes: {},"
                            + " nonResourceAttributes: {}}}"))))
        .containsExactly(
            "spec.user: Invalid value: \"\": at least one of user or group must be specified",
            "spec: Invalid value: {}: exactly one of nonResourceAttributes or resourceAttributes"
                + " must be specified",
            "metadata: Invalid value: {\"name\":\"x\"}: must be empty");
    assertThat(mistakes(reviews.create("selfsubjectaccessreviews", "", JANE, Json.Obj.EMPTY)))
        .containsExactly(
            "spec: Invalid value: null: exactly one of nonResourceAttributes or resourceAttributes"
                + " must be specified");
  }

  @Test
  void all_that_one_may_do_is_listed() {
    var status = done("selfsubjectrulesreviews", "{spec: {namespace: ns}}").object("status");

    assertThat(status.truth("incomplete")).isFalse();
    assertThat(status.objects("resourceRules"))
        .contains(
            Cluster.tree("{apiGroups: [''], resources: [namespaces], verbs: [get, list, watch]}"));
    assertThat(status.objects("nonResourceRules"))
        .allMatch(it -> it.texts("verbs").equals(List.of("get")))
        .anyMatch(it -> it.texts("nonResourceURLs").contains("/version"));
    assertThat(reviews.create("selfsubjectrulesreviews", "", JANE, Json.Obj.EMPTY))
        .isEqualTo(new ReviewAnswer.Malformed("no namespace on request"));
  }

  @Test
  void a_token_is_reviewed() {
    assertThat(done("tokenreviews", "{spec: {token: s3cret}}").object("status"))
        .isEqualTo(
            Cluster.tree(
                "{authenticated: true, user: {username: joe, uid: '9', groups: [ops,"
                    + " 'system:authenticated']}, audiences: ['https://kubernetes.default.svc']}"));
    assertThat(done("tokenreviews", "{spec: {token: s3cret, audiences: [vault]}}").object("status"))
        .isEqualTo(Cluster.tree("{error: invalid bearer token}"));
    assertThat(done("tokenreviews", "{spec: {token: nope}}").object("status"))
        .isEqualTo(Cluster.tree("{error: invalid bearer token}"));
    assertThat(reviews.create("tokenreviews", "", JANE, Json.Obj.EMPTY))
        .isInstanceOf(ReviewAnswer.Malformed.class);
  }

  @Test
  void a_token_is_issued_that_is_good() {
    var answer =
        done(
            requests.create(
                "ns",
                "sa",
                Cluster.tree(
                    "{kind: TokenRequest, spec: {boundObjectRef: {apiVersion: v1, kind: Pod, name:"
                        + " p, uid: u-2}}}")));

    assertThat(answer.text("status", "expirationTimestamp")).isEqualTo("2026-11-15T13:00:00Z");
    assertThat(answer.number("spec", "expirationSeconds")).contains(3600L);
    assertThat(answer.texts("spec", "audiences")).containsExactly(ISSUER);
    assertThat(answer.text("metadata", "name")).isEqualTo("sa");
    var user = tokens.verify(answer.text("status", "token")).orElseThrow();
    assertThat(user.name()).isEqualTo("system:serviceaccount:ns:sa");
    assertThat(user.extra())
        .containsEntry("authentication.kubernetes.io/node-name", List.of("n1"))
        .containsEntry("authentication.kubernetes.io/node-uid", List.of("u-3"));
  }

  @Test
  void a_token_of_a_node_is_issued() {
    var answer =
        done(
            requests.create(
                "ns",
                "sa",
                Cluster.tree(
                    "{spec: {audiences: [vault], boundObjectRef: {apiVersion: v1, kind: Node, name:"
                        + " n1}}}")));

    assertThat(tokens.verify(answer.text("status", "token"))).isEmpty();
    assertThat(tokens.verify(answer.text("status", "token"), List.of("vault")))
        .isInstanceOf(ServiceAccountTokens.Verified.As.class);
  }

  @Test
  void a_wish_for_a_long_life_is_shortened_and_said() {
    var answer =
        (ReviewAnswer.Done)
            requests.create("ns", "sa", Cluster.tree("{spec: {expirationSeconds: 1000000}}"));

    assertThat(answer.object().number("spec", "expirationSeconds")).contains(86400L);
    assertThat(answer.warnings())
        .containsExactly("requested expiration of 1000000 seconds shortened to 86400 seconds");
  }

  @Test
  void tokens_are_refused_in_upstream_s_words() {
    assertThat(requests.create("ns", "lost", Json.Obj.EMPTY))
        .isEqualTo(new ReviewAnswer.Missing("serviceaccounts", "lost"));
    assertThat(
            mistakes(requests.create("ns", "sa", Cluster.tree("{spec: {expirationSeconds: 599}}"))))
        .containsExactly(
            "spec.expirationSeconds: Invalid value: 599: may not specify a duration less than 10"
                + " minutes");
    assertThat(
            mistakes(
                requests.create(
                    "ns",
                    "sa",
                    Cluster.tree(
                        "{metadata: {name: x, namespace: far}, spec: {expirationSeconds:"
                            + " 4294967297}}"))))
        .containsExactly(
            "metadata.name: Invalid value: \"x\": must match the service account name if specified",
            "metadata.namespace: Invalid value: \"far\": must match the service account namespace"
                + " if specified",
            "spec.expirationSeconds: Invalid value: 4294967297: may not specify a duration larger"
                + " than 2^32 seconds");
    assertThat(requests.create("ns", "sa", Cluster.tree("{metadata: {uid: other}}")))
        .isInstanceOf(ReviewAnswer.Conflict.class);
    assertThat(bound("{apiVersion: v1, kind: Pod, name: lost}"))
        .isEqualTo(new ReviewAnswer.Missing("pods", "lost"));
    assertThat(bound("{apiVersion: v1, kind: Pod, name: p, uid: other}"))
        .isInstanceOf(ReviewAnswer.Conflict.class);
    assertThat(bound("{apiVersion: v1, kind: Secret, name: p}"))
        .isEqualTo(
            new ReviewAnswer.Malformed("cannot bind token to object of type v1, Kind=Secret"));
    cluster.add("serviceaccounts", "{metadata: {namespace: ns, name: other, uid: u-8}}");
    assertThat(
            requests.create(
                "ns",
                "other",
                Cluster.tree("{spec: {boundObjectRef: {apiVersion: v1, kind: Pod, name: p}}}")))
        .isEqualTo(
            new ReviewAnswer.Malformed(
                "cannot bind token for serviceaccount \"other\" to pod running with different"
                    + " serviceaccount name."));
  }

  private ReviewAnswer bound(String reference) {
    return requests.create("ns", "sa", Cluster.tree("{spec: {boundObjectRef: " + reference + "}}"));
  }
}
