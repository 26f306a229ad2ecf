package dev.dray.http;

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

/**
 * The entry of every request: it identifies the user, authorizes the action, bounds the work, and
 * passes the request on.
 *
 * <p>{@link HttpServer} calls {@link #handle} on a virtual thread for each request. The stages are,
 * in order:
 *
 * <ol>
 *   <li>The request gets an id: the client's {@code Audit-Id} if it is short and printable, else a
 *       random one. The response carries it, and so do the audit log and the log of an internal
 *       error.
 *   <li>The path and parameters are parsed. A path either names a resource ({@link RequestPath}) or
 *       does not, such as {@code /metrics}; from path, method and parameters follow the verb, the
 *       metric labels and the {@link Action} to authorize.
 *   <li>The audit record is opened. It stays open until everything below is done, failures
 *       included.
 *   <li>A {@link Deadline} starts, except for watches: 60 seconds, or less if the client asks for
 *       less.
 *   <li>{@link Identification} finds the user, and the impersonated user if there is one.
 *   <li>The {@link Authorizer} decides; a denial is answered with 403.
 *   <li>{@link InFlight} limits concurrent reads and writes; too many get 429. Watches and health
 *       checks are exempt.
 *   <li>{@link ResourceHandler} answers requests for resources, {@link Extras} all others.
 * </ol>
 *
 * <p>Every failure becomes a response: a {@link StatusError} its Status, a failed store or an
 * interruption 503, a missed deadline 504, and any other exception 500 with the request's id, under
 * which the log has the stack trace. If the response has already begun, the connection is broken
 * off instead, so that half a response never looks complete.
 */
final class Front {
  private static final Logger LOG = System.getLogger(Front.class.getName());
  private static final List<String> METHODS =
      List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");
  private static final List<String> HEALTH = List.of("/livez", "/readyz", "/healthz");

  /** The time limit of every request but a watch; clients may ask for less. */
  private static final Duration LONGEST = Duration.ofSeconds(60);

  /** The reasons reported by code that was interrupted while it waited. */
  private static final List<StatusError.Reason> WAITED =
      List.of(StatusError.Reason.SERVICE_UNAVAILABLE, StatusError.Reason.TIMEOUT);

  private static final String STOPPING =
      "The server is shutting down; it is unknown whether the request was carried out. Try again.";

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
    this.identification = identification;
    this.authorizer = authorizer;
    this.resourceHandler = resourceHandler;
    this.extras = extras;
    this.inFlight = inFlight;
    this.metrics = metrics;
    this.auditSink = auditSink;
    this.protobufBodies = protobufBodies;
  }

  /** The parsed parts of a request. */
  private record Incoming(
      Optional<RequestPath> resource, String verb, Parameters parameters, Metrics.Labels labels) {}

  /** Answers a request and counts it, whatever happens. */
  void handle(Exchange exchange) {
    long began = System.nanoTime();
    // A client may choose the request id, so that the audit log and its own logs agree on it.
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

  /** A step of answering a request that may fail. */
  private interface Work {
    void run() throws IOException, InterruptedException;
  }

  /** Runs a step, and answers the request with an error if the step fails. */
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
   * Answers a request that failed with an I/O error. Before the response begins only the body is
   * read, so the body ended early or its chunks are malformed. Whether the client is still there to
   * be told turns out by telling it.
   */
  private void broken(Exchange exchange, IOException e) {
    if (exchange.begun()) {
      LOG.log(Level.DEBUG, "The client disconnected", e);
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
      // The status is sent already, but a partial response must not look complete.
      exchange.abort();
      return;
    }
    try {
      new Replies(exchange, false, protobufBodies).refuse(error);
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "The client disconnected before it was refused", e);
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
   * Returns the labels of a request that names no known resource. Every distinct label value is
   * kept for good, so none of them may be made up by a client.
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
          // For a single object "watch" is ignored: a user who may get it may not see other
          // objects.
          one ? "get" : parameters.truth("watch") ? "watch" : "list";
      case "POST" -> "create";
      case "PUT" -> "update";
      case "PATCH" -> "patch";
      case "DELETE" -> one ? "delete" : "deletecollection";
      default -> throw ResourceHandler.notAllowed();
    };
  }

  /** Answers a request within its audit record: all outcomes, failures too, precede its closing. */
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
                        () -> answer(exchange, incoming, effectiveUser(exchange), action)));
          }
        });
  }

  /**
   * Runs a step with a deadline. A response that has begun counts, however late: the client of a
   * write must learn its result.
   */
  private static void inTime(Exchange exchange, Incoming incoming, Work work)
      throws IOException, InterruptedException {
    if (incoming.verb().equals("watch")) {
      work.run();
      return;
    }
    var asked = incoming.parameters().timeout();
    var limit = asked.filter(it -> it.compareTo(LONGEST) < 0).orElse(LONGEST);
    var deadline = Deadline.in(limit);
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

  /**
   * Returns the user the request is made for. The requester is noted even if the impersonation is
   * denied.
   */
  private User effectiveUser(Exchange exchange) {
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
      // Liveness probes must not restart a server because it is busy, so they bypass the limit.
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

  /**
   * Returns the name that a field selector pins. A list of one object by name may be allowed to
   * users who may see only that object.
   */
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
