package dev.dray.security.authentication;

import dev.dray.api.codec.ObjectTrees;
import dev.dray.api.codec.ObjectTrees.Parsed;
import dev.dray.api.codec.text.Limits;
import dev.dray.api.json.Json;
import dev.dray.security.BoundedCache;
import dev.dray.security.ServiceAccounts;
import dev.dray.security.StoredObjects;
import dev.dray.security.User;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The tokens of service accounts: signed, for an audience, for a limited time, and valid only while
 * the account, and the pod or node they are bound to, exists.
 *
 * <p>A verified signature is cached for repeated tokens; everything that can change is checked each
 * time.
 */
public final class ServiceAccountTokens {
  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
  private static final Base64.Decoder DECODER = Base64.getUrlDecoder();
  private static final int LONGEST_TOKEN = 16 * 1024;
  private static final int MOST_REMEMBERED = 4096;

  /** The tolerated clock difference, as upstream. */
  private static final Duration LEEWAY = Duration.ofMinutes(1);

  private static final String PRIVATE_CLAIMS = "kubernetes.io";

  /** The object a token is bound to. */
  public record Bound(String name, String uid) {}

  /**
   * A token to be issued.
   *
   * @param audiences the audiences of the token
   * @param node the node of the pod, or the node itself if there is no pod
   */
  public record Issue(
      String namespace,
      String name,
      String uid,
      List<String> audiences,
      Duration life,
      Optional<Bound> pod,
      Optional<Bound> node) {
    public Issue {
      audiences = List.copyOf(audiences);
    }
  }

  /** The result of verifying a token. */
  public sealed interface Verified {

    /**
     * The token is valid.
     *
     * @param audiences the requested audiences that the token is for
     */
    record As(User user, List<String> audiences) implements Verified {}

    /** The token was issued by somebody else, who may know it. */
    record Foreign() implements Verified {}

    record Refused(String why) implements Verified {}
  }

  private final TokenKeys keys;
  private final String issuer;
  private final List<String> audiences;
  private final StoredObjects stored;
  private final InstantSource clock;
  private final ObjectTrees trees = new ObjectTrees(Limits.DEFAULT);
  private final SecretDigest digest = new SecretDigest();
  private final BoundedCache<String, Json.Obj> signed = new BoundedCache<>(MOST_REMEMBERED);

  /**
   * Creates the issuer and verifier of tokens.
   *
   * @param issuer the issuer by which this server recognizes its own tokens
   * @param audiences the audiences of tokens for this server; the issuer if empty
   */
  public ServiceAccountTokens(
      TokenKeys keys,
      String issuer,
      List<String> audiences,
      StoredObjects stored,
      InstantSource clock) {
    this.keys = keys;
    this.issuer = issuer;
    this.audiences = audiences.isEmpty() ? List.of(issuer) : List.copyOf(audiences);
    this.stored = stored;
    this.clock = clock;
  }

  /** Returns the audiences of tokens for this server. */
  public List<String> audiences() {
    return audiences;
  }

  /** Issues a token. */
  public String issue(Issue issue) {
    var header = Json.obj("alg", keys.algorithm(), "kid", keys.id());
    var content = encoded(header.bytes()) + "." + encoded(claims(issue).bytes());
    return content + "." + encoded(keys.sign(content));
  }

  private Json.Obj claims(Issue issue) {
    long now = clock.instant().getEpochSecond();
    var bound =
        Json.obj(
            "namespace",
            issue.namespace(),
            "serviceaccount",
            reference(new Bound(issue.name(), issue.uid())));
    bound = bound.withOrWithout(List.of("pod"), issue.pod().map(ServiceAccountTokens::reference));
    bound = bound.withOrWithout(List.of("node"), issue.node().map(ServiceAccountTokens::reference));
    return Json.obj(
        "aud",
        Json.strings(issue.audiences()),
        "exp",
        now + issue.life().toSeconds(),
        "iat",
        now,
        "iss",
        issuer,
        "jti",
        UUID.randomUUID().toString(),
        PRIVATE_CLAIMS,
        bound,
        "nbf",
        now,
        "sub",
        ServiceAccounts.userName(issue.namespace(), issue.name()));
  }

  private static Json.Obj reference(Bound bound) {
    var reference = Json.obj("name", bound.name());
    return bound.uid().isEmpty() ? reference : reference.with("uid", Json.of(bound.uid()));
  }

  /** Returns the user of a token, if it is for this server. */
  public Optional<User> verify(String token) {
    return verify(token, audiences) instanceof Verified.As(var user, _)
        ? Optional.of(user)
        : Optional.empty();
  }

  /** Verifies a token for one of these audiences. */
  public Verified verify(String token, List<String> wanted) {
    var key = digest.of(token);
    var known = signed.find(key);
    if (known.isPresent()) {
      return checked(known.get(), wanted);
    }
    var parts = token.split("\\.", -1);
    if (token.length() > LONGEST_TOKEN || parts.length != 3) {
      return new Verified.Foreign();
    }
    var header = tree(parts[0]);
    var claims = tree(parts[1]);
    if (header.isEmpty() || claims.isEmpty() || !claims.get().text("iss").equals(issuer)) {
      return new Verified.Foreign();
    }
    var id = header.get().text("kid");
    if (!keys.verifies(
        id.isEmpty() ? Optional.empty() : Optional.of(id),
        header.get().text("alg"),
        parts[0] + "." + parts[1],
        bytes(parts[2]).orElse(new byte[0]))) {
      return new Verified.Refused("the signature of the service account token is wrong");
    }
    signed.put(key, claims.get());
    return checked(claims.get(), wanted);
  }

  private Verified checked(Json.Obj claims, List<String> wanted) {
    var common = audiences(claims);
    common.retainAll(wanted);
    if (common.isEmpty()) {
      return new Verified.Refused(
          "the token is for the audiences %s, and not for %s".formatted(audiences(claims), wanted));
    }
    return untimely(claims)
        .or(() -> unbound(claims.object(PRIVATE_CLAIMS)))
        .<Verified>map(Verified.Refused::new)
        .orElseGet(() -> new Verified.As(user(claims), common));
  }

  private List<String> audiences(Json.Obj claims) {
    var one = claims.text("aud");
    if (!one.isEmpty()) {
      return new ArrayList<>(List.of(one));
    }
    var several = claims.texts("aud");
    return new ArrayList<>(several.isEmpty() ? audiences : several);
  }

  private Optional<String> untimely(Json.Obj claims) {
    var now = clock.instant();
    if (time(claims, "exp").filter(it -> !now.minus(LEEWAY).isAfter(it)).isEmpty()) {
      return Optional.of("service account token has expired");
    }
    if (time(claims, "nbf").filter(it -> now.plus(LEEWAY).isBefore(it)).isPresent()) {
      return Optional.of("service account token is not valid yet");
    }
    if (time(claims, "iat").filter(it -> now.plus(LEEWAY).isBefore(it)).isPresent()) {
      return Optional.of("service account token is issued in the future");
    }
    return Optional.empty();
  }

  private static Optional<Instant> time(Json.Obj claims, String name) {
    return claims.number(name).map(Instant::ofEpochSecond);
  }

  /** Returns the reason why the object a token is bound to no longer exists; empty if it does. */
  private Optional<String> unbound(Json.Obj claims) {
    var namespace = claims.text("namespace");
    var account = claims.object("serviceaccount");
    return gone("serviceaccounts", namespace, account)
        .or(() -> claims.has("secret") ? invalidated("secret") : Optional.empty())
        .or(
            () ->
                claims.has("pod")
                    ? gone("pods", namespace, claims.object("pod"))
                    : Optional.empty())
        .or(
            () ->
                claims.has("node") && !claims.has("pod")
                    ? gone("nodes", "", claims.object("node"))
                    : Optional.empty());
  }

  private Optional<String> gone(String plural, String namespace, Json.Obj reference) {
    var found = stored.find("", plural, namespace, reference.text("name"));
    if (found.isEmpty() || !found.get().text("metadata", "uid").equals(reference.text("uid"))) {
      return invalidated(plural);
    }
    var deleted = found.get().text("metadata", "deletionTimestamp");
    return !deleted.isEmpty() && Instant.parse(deleted).isBefore(clock.instant().minus(LEEWAY))
        ? invalidated(plural)
        : Optional.empty();
  }

  private static Optional<String> invalidated(String what) {
    return Optional.of(
        "service account token has been invalidated: an object of %s is gone".formatted(what));
  }

  private static User user(Json.Obj claims) {
    var bound = claims.object(PRIVATE_CLAIMS);
    var namespace = bound.text("namespace");
    var extra = new LinkedHashMap<String, List<String>>();
    add(
        extra,
        ServiceAccounts.CREDENTIAL,
        claims.text("jti").isEmpty() ? "" : "JTI=" + claims.text("jti"));
    add(extra, ServiceAccounts.NODE_NAME, bound.text("node", "name"));
    add(extra, ServiceAccounts.NODE_UID, bound.text("node", "uid"));
    add(extra, ServiceAccounts.POD_NAME, bound.text("pod", "name"));
    add(extra, ServiceAccounts.POD_UID, bound.text("pod", "uid"));
    return new User(
        ServiceAccounts.userName(namespace, bound.text("serviceaccount", "name")),
        bound.text("serviceaccount", "uid"),
        ServiceAccounts.groups(namespace),
        extra);
  }

  private static void add(Map<String, List<String>> extra, String name, String value) {
    if (!value.isEmpty()) {
      extra.put(name, List.of(value));
    }
  }

  private Optional<Json.Obj> tree(String part) {
    return bytes(part)
        .map(trees::parseJson)
        .flatMap(
            it ->
                it instanceof Parsed.Tree(Json.Obj object, _)
                    ? Optional.of(object)
                    : Optional.empty());
  }

  private static Optional<byte[]> bytes(String part) {
    try {
      return Optional.of(DECODER.decode(part.getBytes(StandardCharsets.UTF_8)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static String encoded(byte[] bytes) {
    return ENCODER.encodeToString(bytes);
  }
}
