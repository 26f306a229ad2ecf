package dev.dray.security.authentication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dray.api.json.Json;
import dev.dray.security.Cluster;
import dev.dray.security.User;
import dev.dray.security.pki.PrivateKeys;
import dev.dray.security.pki.ServerIdentity;
import dev.dray.security.review.Reviews;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

public class AuthenticatorsTest {
  private static final String ISSUER = "https://kubernetes.default.svc";
  private static final List<X509Certificate> NO_CERTIFICATE = List.of();

  @TempDir Path temporary;
  private final FakeClock clock = new FakeClock();
  private final Cluster cluster = new Cluster();

  @SuppressWarnings("NullAway.Init") // set before each test
  private ServerIdentity identity;

  @SuppressWarnings("NullAway.Init") // set before each test
  private ServiceAccountTokens tokens;

  @SuppressWarnings("NullAway.Init") // set before each test
  private Authenticators authenticators;

  public static Authenticators authenticators(
      ServerIdentity identity, StaticTokens fixed, Cluster cluster) {
    var clock = InstantSource.system();
    var keys = new TokenKeys(identity.serviceAccountKeys(), List.of());
    return new Authenticators(
        List.of(identity.authority()),
        fixed,
        new ServiceAccountTokens(keys, ISSUER, List.of(), cluster, clock),
        clock);
  }

  @BeforeEach
  void start() {
    identity = ServerIdentity.in(temporary.resolve("pki"), List.of(), clock, PrivateKeys::make);
    tokens =
        new ServiceAccountTokens(
            new TokenKeys(identity.serviceAccountKeys(), List.of()),
            ISSUER,
            List.of(),
            cluster,
            clock);
    var fixed =
        StaticTokens.parse(
            """
            s3cret,jane,42,"devs,ops"
            plain,joe,43
            """,
            "tokens.csv");
    authenticators = new Authenticators(List.of(identity.authority()), fixed, tokens, clock);
    cluster.add("serviceaccounts", "{metadata: {namespace: gpu, name: driver, uid: u-1}}");
    cluster.add(
        "pods",
        "{metadata: {namespace: gpu, name: p, uid: u-2}, spec: {nodeName: n1, serviceAccountName:"
            + " driver}}");
    cluster.add("nodes", "{metadata: {name: n1, uid: u-3}}");
  }

  private Authentication byCertificate(X509Certificate... chain) {
    return authenticators.authenticate(List.of(chain), Optional.empty());
  }

  private Authentication byHeader(String header) {
    return authenticators.authenticate(NO_CERTIFICATE, Optional.of(header));
  }

  private Authentication byToken(String token) {
    return byHeader("Bearer " + token);
  }

  private static User user(Authentication authentication) {
    assertThat(authentication).isInstanceOf(Authentication.As.class);
    return ((Authentication.As) authentication).user();
  }

  private static String refusal(Authentication authentication) {
    assertThat(authentication).isInstanceOf(Authentication.Refused.class);
    return ((Authentication.Refused) authentication).why();
  }

  @Test
  void a_certificate_names_the_user_and_the_groups() {
    var jane = identity.client("jane", List.of("devs", "ops"));

    var user = user(byCertificate(jane.certificate()));

    assertThat(user.name()).isEqualTo("jane");
    assertThat(user.groups()).containsExactly("devs", "ops", "system:authenticated");
    assertThat(user.extra().get("authentication.kubernetes.io/credential-id"))
        .singleElement()
        .asString()
        .matches("X509SHA256=[0-9a-f]{64}");
    assertThat(user(byCertificate(jane.certificate()))).isEqualTo(user);
  }

  @Test
  void a_certificate_counts_from_its_begin_to_its_end() {
    var jane = identity.client("jane", List.of()).certificate();

    clock.move(Duration.ofDays(365));
    assertThat(user(byCertificate(jane)).name()).isEqualTo("jane");
    clock.move(Duration.ofSeconds(1));
    assertThat(refusal(byCertificate(jane))).contains("jane");
    clock.move(Duration.ofDays(-366));
    assertThat(refusal(byCertificate(jane))).contains("jane");
  }

  @Test
  void a_certificate_of_another_authority_is_refused() {
    var other = ServerIdentity.in(temporary.resolve("other"), List.of(), clock, PrivateKeys::make);

    assertThat(refusal(byCertificate(other.admin().certificate()))).contains("kubernetes-admin");
  }

  @Test
  void a_certificate_of_a_server_is_none_of_a_client() {
    assertThat(refusal(byCertificate(identity.tls().certificate()))).contains("not for clients");
  }

  @Test
  void who_says_nothing_is_nobody() {
    assertThat(byCertificate()).isEqualTo(new Authentication.Nobody());
    assertThat(byHeader("Basic amFuZTpwYXNz")).isEqualTo(new Authentication.Nobody());
    assertThat(byHeader("Bearer ")).isEqualTo(new Authentication.Nobody());
    assertThat(byHeader("Bearer  two-spaces")).isEqualTo(new Authentication.Nobody());
    assertThat(byHeader("")).isEqualTo(new Authentication.Nobody());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Bearer s3cret", "bearer s3cret", "BEARER s3cret more", "  Bearer s3cret  "})
  void a_token_of_the_file_names_the_user(String header) {
    assertThat(user(byHeader(header)))
        .isEqualTo(
            new User("jane", "42", List.of("devs", "ops", "system:authenticated"), Map.of()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "unknown",
        "s3cre",
        "s3crets",
        "a.b.c",
        "..",
        "\u00fc",
        "eyJhbGciOiJub25lIn0.e30."
      })
  void a_token_that_nobody_knows_is_refused_and_not_repeated(String token) {
    assertThat(refusal(byToken(token))).doesNotContain(token);
  }

  @Test
  void a_good_token_makes_up_for_a_bad_certificate_and_not_the_other_way_round() {
    var other = ServerIdentity.in(temporary.resolve("other"), List.of(), clock, PrivateKeys::make);
    var bad = List.of(other.admin().certificate());
    var good = List.of(identity.admin().certificate());

    assertThat(user(authenticators.authenticate(bad, Optional.of("Bearer plain"))).name())
        .isEqualTo("joe");
    assertThat(user(authenticators.authenticate(good, Optional.of("Bearer wrong"))).name())
        .isEqualTo("kubernetes-admin");
  }

  private String issued(
      Optional<ServiceAccountTokens.Bound> pod, Optional<ServiceAccountTokens.Bound> node) {
    return tokens.issue(
        new ServiceAccountTokens.Issue(
            "gpu", "driver", "u-1", List.of(ISSUER), Duration.ofHours(1), pod, node));
  }

  private String issued() {
    return issued(Optional.empty(), Optional.empty());
  }

  @Test
  void a_service_account_has_its_groups() {
    var user = user(byToken(issued()));

    assertThat(user.name()).isEqualTo("system:serviceaccount:gpu:driver");
    assertThat(user.uid()).isEqualTo("u-1");
    assertThat(user.groups())
        .containsExactly(
            "system:serviceaccounts", "system:serviceaccounts:gpu", "system:authenticated");
    assertThat(user.extra()).containsOnlyKeys("authentication.kubernetes.io/credential-id");
  }

  @Test
  void a_token_of_a_pod_says_where_the_pod_is() {
    var token =
        issued(
            Optional.of(new ServiceAccountTokens.Bound("p", "u-2")),
            Optional.of(new ServiceAccountTokens.Bound("n1", "u-3")));

    assertThat(user(byToken(token)).extra())
        .containsEntry("authentication.kubernetes.io/pod-name", List.of("p"))
        .containsEntry("authentication.kubernetes.io/pod-uid", List.of("u-2"))
        .containsEntry("authentication.kubernetes.io/node-name", List.of("n1"))
        .containsEntry("authentication.kubernetes.io/node-uid", List.of("u-3"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"pods p", "serviceaccounts driver"})
  void a_token_ends_with_what_it_is_bound_to_even_if_it_was_just_good(String gone) {
    var token = issued(Optional.of(new ServiceAccountTokens.Bound("p", "u-2")), Optional.empty());
    assertThat(user(byToken(token)).name()).endsWith("driver");

    cluster.remove(gone.split(" ", -1)[0], gone.split(" ", -1)[1]);

    assertThat(refusal(byToken(token))).contains("invalidated");
  }

  @Test
  void a_token_does_not_pass_to_an_account_of_the_same_name() {
    var token = issued();
    cluster.remove("serviceaccounts", "driver");
    cluster.add("serviceaccounts", "{metadata: {namespace: gpu, name: driver, uid: u-9}}");

    assertThat(refusal(byToken(token))).contains("invalidated");
  }

  @Test
  void a_token_of_a_node_ends_with_the_node() {
    var token = issued(Optional.empty(), Optional.of(new ServiceAccountTokens.Bound("n1", "u-3")));
    assertThat(user(byToken(token)).name()).endsWith("driver");

    cluster.remove("nodes", "n1");

    assertThat(refusal(byToken(token))).contains("nodes");
  }

  @Test
  void a_token_counts_for_its_time_and_a_minute() {
    var token = issued();

    clock.move(Duration.ofMinutes(61));
    assertThat(user(byToken(token)).name()).endsWith("driver");
    clock.move(Duration.ofSeconds(1));
    assertThat(refusal(byToken(token))).contains("expired");
    clock.move(Duration.ofHours(-3));
    assertThat(refusal(byToken(token))).contains("not valid yet");
  }

  @Test
  void a_token_is_for_its_audience() {
    var token =
        tokens.issue(
            new ServiceAccountTokens.Issue(
                "gpu",
                "driver",
                "u-1",
                List.of("vault"),
                Duration.ofHours(1),
                Optional.empty(),
                Optional.empty()));

    assertThat(refusal(byToken(token))).contains("audiences");
    assertThat(tokens.verify(token, List.of("vault", "other")))
        .isInstanceOfSatisfying(
            ServiceAccountTokens.Verified.As.class,
            it -> assertThat(it.audiences()).containsExactly("vault"));
  }

  @Test
  void a_token_that_was_changed_is_refused() {
    var parts = issued().split("\\.", -1);
    var claims = text(parts[1]).replace("driver", "master");
    var none = encoded("{\"alg\":\"none\"}");

    assertThat(refusal(byToken(parts[0] + "." + encoded(claims) + "." + parts[2])))
        .contains("signature");
    assertThat(refusal(byToken(none + "." + parts[1] + "."))).contains("signature");
    assertThat(refusal(byToken(none + "." + parts[1] + "." + parts[2]))).contains("signature");
    assertThat(refusal(byToken(parts[0] + "." + parts[1] + "." + "A".repeat(86))))
        .contains("signature");
  }

  @Test
  void a_token_of_another_issuer_is_none_of_ours() {
    var others =
        new ServiceAccountTokens(
            new TokenKeys(identity.serviceAccountKeys(), List.of()),
            "https://elsewhere",
            List.of(),
            cluster,
            clock);

    assertThat(others.verify(issued(), List.of(ISSUER)))
        .isEqualTo(new ServiceAccountTokens.Verified.Foreign());
  }

  @Test
  void tokens_of_an_older_rsa_key_are_still_good() throws Exception {
    var generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    var old = generator.generateKeyPair();
    var before =
        new ServiceAccountTokens(new TokenKeys(old, List.of()), ISSUER, List.of(), cluster, clock);
    var token =
        before.issue(
            new ServiceAccountTokens.Issue(
                "gpu",
                "driver",
                "u-1",
                List.of(ISSUER),
                Duration.ofHours(1),
                Optional.empty(),
                Optional.empty()));
    var now =
        new ServiceAccountTokens(
            new TokenKeys(identity.serviceAccountKeys(), List.of(old.getPublic())),
            ISSUER,
            List.of(),
            cluster,
            clock);

    assertThat(text(token.split("\\.", -1)[0])).contains("RS256");
    assertThat(now.verify(token)).isPresent();
    assertThat(tokens.verify(token)).isEmpty();
  }

  @Test
  void a_token_has_upstreams_claims() {
    var token = issued(Optional.of(new ServiceAccountTokens.Bound("p", "u-2")), Optional.empty());

    var claims = Cluster.tree(text(token.split("\\.", -1)[1]));

    assertThat(claims.text("jti")).hasSize(36);
    assertThat(claims.without("jti"))
        .isEqualTo(
            Cluster.tree(
                """
                aud: [https://kubernetes.default.svc]
                exp: 1794747600
                iat: 1794744000
                iss: https://kubernetes.default.svc
                kubernetes.io:
                  namespace: gpu
                  serviceaccount: {name: driver, uid: u-1}
                  pod: {name: p, uid: u-2}
                nbf: 1794744000
                sub: system:serviceaccount:gpu:driver
                """));
    assertThat(Cluster.tree(text(token.split("\\.", -1)[0])).fields().keySet())
        .containsExactly("alg", "kid");
  }

  @Test
  void anonymous_is_let_to_health_alone() {
    var paths = AnonymousPaths.HEALTH;

    assertThat(List.of("/livez", "/readyz", "/healthz")).allMatch(paths::allow);
    assertThat(List.of("/", "/livez/", "/livezx", "/api", "/metrics")).noneMatch(paths::allow);
    assertThat(new AnonymousPaths(List.of("/livez/*")).allow("/livez/ping")).isTrue();
    assertThat(new AnonymousPaths(List.of("/livez/*")).allow("/livez")).isFalse();
  }

  @Test
  void a_file_of_tokens_may_have_quotes_empty_lines_and_equal_tokens() {
    var fixed =
        StaticTokens.parse(
            "a,x,1\r\n\r\n\"b,\"\"c\",y,2,\"g 1,g2\",more\n,nobody,3\na,z,4,\n", "tokens.csv");

    assertThat(fixed.size()).isEqualTo(2);
    assertThat(fixed.find("a")).contains(new User("z", "4", List.of(""), Map.of()));
    assertThat(fixed.find("b,\"c")).contains(new User("y", "2", List.of("g 1", "g2"), Map.of()));
    assertThat(fixed.find("")).isEmpty();
    assertThat(fixed).hasToString("2 static tokens");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ok,u,1\ns3cret,user",
        "ok,u,1\n\"s3cret,u,1",
        "ok,u,1\ns3\"cret,u,1",
        "ok,u,1\n\"s3cret\"x,u,1"
      })
  void a_mistake_in_the_file_is_said_by_line_and_without_the_token(String text) {
    assertThatThrownBy(() -> StaticTokens.parse(text, "tokens.csv"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("tokens.csv")
        .hasMessageContaining("line 2")
        .satisfies(it -> assertThat(String.valueOf(it.getMessage())).doesNotContain("s3"));
  }

  private static String text(String base64) {
    return new String(Base64.getUrlDecoder().decode(base64), StandardCharsets.UTF_8);
  }

  private static String encoded(String text) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void a_user_without_secrets_is_what_reviews_show() {
    assertThat(Reviews.info(User.ANONYMOUS))
        .isEqualTo(
            Json.obj(
                "username",
                "system:anonymous",
                "groups",
                Json.strings(List.of("system:unauthenticated"))));
  }
}
