package dev.dray.http;

import static java.util.Objects.requireNonNull;

import dev.dray.kinds.StatusError;
import dev.dray.registry.ListSelection;
import dev.dray.security.User;
import dev.dray.security.authorization.Action;
import dev.dray.security.authorization.Authorizer;
import dev.dray.security.authorization.Decision;
import dev.dray.store.StoreException;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/** Takes requests in: who asks, whether they may, and whose business it is. */
final class Front {
  private static final Logger LOG = System.getLogger(Front.class.getName());
  private static final List<String> METHODS =
      List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");
  private static final List<String> HEALTH = List.of("/livez", "/readyz", "/healthz");

  /** Of every request but a watch; clients may ask for less. */
  private static final Duration LONGEST = Duration.ofSeconds(60);

  /** What is said by those who were interrupted while they waited. */
  private static final List<StatusError.Reason> WAITED =
      List.of(StatusError.Reason.SERVICE_UNAVAILABLE, StatusError.Reason.TIMEOUT);

  private static final String STOPPING =
      "The server stops; whether what was asked for is done is not known. Ask it once more.";

  private final Identification identification;
  private final Authorizer authorizer;
  private final ResourceHandler resourceHandler;
  private final Extras extras;
  private final InFlight inFlight;
  private final Metrics metrics;
  private final AuditSink auditSink;
  private final ProtobufBodies protobufBodies;

  Front(
      Identification identification,
      Authorizer authorizer,
      ResourceHandler resourceHandler,
      Extras extras,
      InFlight inFlight,
      Metrics metrics,
      AuditSink auditSink,
      ProtobufBodies protobufBodies) {
    this.identification = requireNonNull(identification, "identification");
    this.authorizer = requireNonNull(authorizer, "authorizer");
    this.resourceHandler = requireNonNull(resourceHandler, "api");
    this.extras = requireNonNull(extras, "extras");
    this.inFlight = requireNonNull(inFlight, "inFlight");
    this.metrics = requireNonNull(metrics, "metrics");
    this.auditSink = requireNonNull(auditSink, "witness");
    this.protobufBodies = requireNonNull(protobufBodies, "wire");
  }

  /** What is known of a request before it is answered. */
  private record Incoming(
      Optional<RequestPath> resource, String verb, Parameters parameters, Metrics.Labels labels) {}

  /** Answers a request, whatever happens. */
  void handle(Exchange exchange) {
    long began = System.nanoTime();
    // A client may name its request; the audit log and its own answer then have the same name.
    var id =
        exchange
            .header("Audit-Id")
            .filter(Front::isId)
            .orElseGet(() -> UUID.randomUUID().toString());
    exchange.set("Audit-Id", id);
    exchange.set("Cache-Control", "no-cache, private");
    var labels = unnamed(exchange);
    try {
      var incoming = incoming(exchange);
      labels = incoming.labels();
      admit(exchange, incoming, id);
    } catch (StatusError error) {
      refuse(exchange, error);
    }
    metrics.answered(labels, exchange.status(), Duration.ofNanos(System.nanoTime() - began));
  }

  /** What makes an answer. */
  private interface Work {
    void run() throws IOException, InterruptedException;
  }

  /** Does something, and answers by itself if that fails. */
  private void answering(Exchange exchange, Metrics.Labels labels, String id, Work work) {
    try {
      work.run();
    } catch (StatusError error) {
      refuse(exchange, error);
    } catch (IOException e) {
      broken(exchange, e);
    } catch (StoreException e) {
      LOG.log(Level.WARNING, "The store failed", e);
      refuse(
          exchange,
          new StatusError(StatusError.Reason.SERVICE_UNAVAILABLE, words(e)).retryAfter(1));
    } catch (InterruptedException e) {
      refuse(
          exchange,
          new StatusError(StatusError.Reason.SERVICE_UNAVAILABLE, STOPPING).retryAfter(1));
      Thread.currentThread().interrupt();
    } catch (RuntimeException | StackOverflowError e) {
      LOG.log(Level.ERROR, "Request %s failed".formatted(id), e);
      metrics.failed(labels);
      refuse(
          exchange,
          new StatusError(
              StatusError.Reason.INTERNAL_ERROR,
              "Internal error occurred: see the server's log for request " + id));
    }
  }

  /**
   * Until an answer is begun only a body is read: it ended early or its chunks are none. Whether
   * the client is still there to be told is found out by telling it.
   */
  private void broken(Exchange exchange, IOException e) {
    if (exchange.begun()) {
      LOG.log(Level.DEBUG, "The client went away", e);
      return;
    }
    refuse(
        exchange,
        new StatusError(
            StatusError.Reason.BAD_REQUEST,
            "the body cannot be read: %s; send all of it, in one piece or in chunks"
                .formatted(e.getMessage())));
  }

  private static boolean isId(String text) {
    return text.length() <= 64 && text.chars().allMatch(c -> c > 0x20 && c < 0x7f);
  }

  private static String words(StoreException e) {
    return "The store cannot do this now: " + e.getMessage();
  }

  private void refuse(Exchange exchange, StatusError error) {
    exchange.notes().failed(String.valueOf(error.getMessage()));
    if (exchange.begun()) {
      // Too late to say so; but half an answer must not look like a whole one.
      exchange.abort();
      return;
    }
    try {
      new Replies(exchange, false, protobufBodies).refuse(error);
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "The client went away before it was refused", e);
    }
  }

  private Incoming incoming(Exchange exchange) {
    var resource = RequestPath.parse(exchange.path());
    var parameters = new Parameters(exchange.query());
    if (resource.isEmpty()) {
      var verb = exchange.method().toLowerCase(Locale.ROOT);
      return new Incoming(resource, verb, parameters, unnamed(exchange));
    }
    var path = resource.get();
    var verb = verb(exchange.method(), path, parameters);
    return new Incoming(resource, verb, parameters, labels(path, verb, parameters));
  }

  /**
   * Of a request that names nothing we have. Every different label is kept for good, so none of
   * them may be what a client makes up.
   */
  private static Metrics.Labels unnamed(Exchange exchange) {
    var verb = METHODS.contains(exchange.method()) ? exchange.method() : "OTHER";
    return new Metrics.Labels(verb, "", "", "", "", "", "");
  }

  private Metrics.Labels labels(RequestPath path, String verb, Parameters parameters) {
    var resource = resourceHandler.find(path);
    boolean known =
        resource.isPresent()
            && (path.subresource().isEmpty()
                || resource.get().subresources().contains(path.subresource()));
    var scope =
        !path.name().isEmpty() ? "resource" : path.namespace().isEmpty() ? "cluster" : "namespace";
    var shown =
        switch (verb) {
          case "create" -> "POST";
          case "update" -> "PUT";
          default -> verb.toUpperCase(Locale.ROOT);
        };
    return new Metrics.Labels(
        shown,
        known ? path.group() : "",
        known ? path.version() : "",
        known ? path.resource() : "",
        known ? path.subresource() : "",
        scope,
        parameters.text("dryRun").equals("All") ? "All" : "");
  }

  static String verb(String method, RequestPath path, Parameters parameters) {
    boolean one = !path.name().isEmpty();
    return switch (method) {
      case "GET", "HEAD" ->
          // Of one object only its present state is told: who may see it may not see the others.
          one ? "get" : parameters.truth("watch") ? "watch" : "list";
      case "POST" -> "create";
      case "PUT" -> "update";
      case "PATCH" -> "patch";
      case "DELETE" -> one ? "delete" : "deletecollection";
      default -> throw ResourceHandler.notAllowed();
    };
  }

  /** Everything that comes of the request comes before its account is closed, failures too. */
  private void admit(Exchange exchange, Incoming incoming, String id) {
    var labels = incoming.labels();
    answering(
        exchange,
        labels,
        id,
        () -> {
          var action = action(exchange, incoming);
          try (var _ = auditSink.begin(exchange, action, id)) {
            answering(
                exchange,
                labels,
                id,
                () ->
                    inTime(
                        exchange,
                        incoming,
                        () -> answer(exchange, incoming, asker(exchange), action)));
          }
        });
  }

  /**
   * Gives up work that takes too long. Once there is an answer it counts, however late: who asked
   * for a write must learn what became of it.
   */
  private static void inTime(Exchange exchange, Incoming incoming, Work work)
      throws IOException, InterruptedException {
    if (incoming.verb().equals("watch")) {
      work.run();
      return;
    }
    var asked = incoming.parameters().timeout();
    var patience = asked.filter(it -> it.compareTo(LONGEST) < 0).orElse(LONGEST);
    var deadline = Deadline.in(patience);
    exchange.beforeAnswer(deadline::close);
    try (deadline) {
      work.run();
    } catch (InterruptedException | IOException | StoreException e) {
      if (deadline.isMissed()) {
        throw late(e);
      }
      throw e;
    } catch (StatusError e) {
      throw WAITED.contains(e.reason()) && deadline.isMissed() ? late(e) : e;
    }
  }

  private static StatusError late(Exception cause) {
    var error =
        new StatusError(
            StatusError.Reason.TIMEOUT,
            "Timeout: request did not complete within requested timeout - context deadline"
                + " exceeded");
    error.addSuppressed(cause);
    return error;
  }

  /** For whom the request is made; who makes it is noted even if they may not be that one. */
  private User asker(Exchange exchange) {
    var user = identification.user(exchange);
    exchange.notes().isFrom(new Requester(user, Optional.empty()));
    var requester = new Requester(user, identification.impersonated(user, exchange));
    exchange.notes().isFrom(requester);
    return requester.effective();
  }

  private void answer(Exchange exchange, Incoming incoming, User user, Action action)
      throws IOException, InterruptedException {
    var decision = authorizer.decide(user, action);
    exchange.notes().decided(decision);
    if (decision instanceof Decision.Denied(var why)) {
      throw denied(action, why);
    }
    if (incoming.verb().equals("watch")) {
      watch(exchange, incoming, user);
      return;
    }
    if (HEALTH.contains(exchange.path())) {
      // Whoever restarts servers that do not answer must not restart one that has much to do.
      answer(exchange, incoming, user);
      return;
    }
    boolean reads = exchange.method().equals("GET") || exchange.method().equals("HEAD");
    try (var _ = inFlight.enter(reads)) {
      answer(exchange, incoming, user);
    }
  }

  private void watch(Exchange exchange, Incoming incoming, User user)
      throws IOException, InterruptedException {
    metrics.longRunning(incoming.labels(), 1);
    try {
      answer(exchange, incoming, user);
    } finally {
      metrics.longRunning(incoming.labels(), -1);
    }
  }

  private void answer(Exchange exchange, Incoming incoming, User user)
      throws IOException, InterruptedException {
    var pretty = incoming.parameters().truth("pretty");
    var replies = new Replies(exchange, pretty, protobufBodies);
    if (incoming.resource().isEmpty()) {
      extras.answer(exchange, replies);
      return;
    }
    var path = incoming.resource().get();
    resourceHandler.answer(
        new ResourceHandler.Request(path, incoming.verb(), incoming.parameters(), user, exchange),
        replies);
  }

  private Action action(Exchange exchange, Incoming incoming) {
    if (incoming.resource().isEmpty()) {
      return new Action.OnPath(
          incoming.verb(), "/" + String.join("/", RequestPath.parts(exchange.path())));
    }
    var path = incoming.resource().get();
    var fields = incoming.parameters().text("fieldSelector");
    return new Action.OnResource(
        incoming.verb(),
        path.group(),
        path.version(),
        path.resource(),
        path.subresource(),
        path.namespace(),
        path.name().isEmpty() ? onlyName(path, fields) : path.name(),
        fields);
  }

  /** A list of one object by its name may be allowed to those who may see that one only. */
  private String onlyName(RequestPath path, String fields) {
    if (!fields.contains("metadata.name")) {
      return "";
    }
    return resourceHandler
        .find(path)
        .map(resource -> ListSelection.parse(resource, "", fields).onlyName())
        .orElse("");
  }

  private static StatusError denied(Action action, String why) {
    return switch (action) {
      case Action.OnPath _ -> new StatusError(StatusError.Reason.FORBIDDEN, "forbidden: " + why);
      case Action.OnResource it -> denied(it, why);
    };
  }

  private static StatusError denied(Action.OnResource it, String why) {
    var qualified = it.group().isEmpty() ? it.resource() : it.resource() + "." + it.group();
    var message =
        "%s%s is forbidden: %s"
            .formatted(qualified, it.name().isEmpty() ? "" : " \"" + it.name() + "\"", why);
    return StatusError.about(
        StatusError.Reason.FORBIDDEN, it.group(), it.resource(), it.name(), message);
  }
}
