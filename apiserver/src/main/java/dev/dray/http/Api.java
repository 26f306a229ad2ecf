package dev.dray.http;

import static java.util.Objects.requireNonNull;

import dev.dray.api.json.Json;
import dev.dray.kinds.Refusal;
import dev.dray.kinds.Resource;
import dev.dray.registry.Answer;
import dev.dray.registry.Body;
import dev.dray.registry.DeleteOptions;
import dev.dray.registry.PatchRequest;
import dev.dray.registry.Registry;
import dev.dray.registry.Selection;
import dev.dray.registry.Target;
import dev.dray.registry.WriteOptions;
import dev.dray.security.User;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Requests about resources: what they ask for is done, and answered. */
final class Api {
  private final Registry registry;
  private final List<Resource> resources;
  private final Virtuals virtuals;
  private final Reads reads;
  private final Watches watches;
  private final Bodies bodies;

  Api(
      Registry registry,
      List<Resource> resources,
      Virtuals virtuals,
      InstantSource clock,
      BooleanSupplier closing,
      Metrics metrics,
      Wire wire) {
    this.registry = requireNonNull(registry, "registry");
    this.resources = List.copyOf(resources);
    this.virtuals = virtuals;
    this.reads = new Reads(registry, clock);
    this.watches = new Watches(registry, clock, closing, metrics, wire);
    this.bodies = new Bodies(wire);
  }

  /** A request that may be done: what it is about, how, and by whom. */
  record Request(
      RequestPath path, String verb, Parameters parameters, User user, Exchange exchange) {}

  void answer(Request request, Replies replies) throws IOException, InterruptedException {
    var path = request.path();
    if (request.verb().equals("create") && path.name().isEmpty()) {
      var answered = virtually(request, replies);
      if (answered) {
        return;
      }
    }
    var resource = find(path).orElseThrow(Api::noSuchResource);
    var target =
        new Target(
            resource,
            path.version(),
            resource.namespaced() ? path.namespace() : "",
            path.name(),
            path.subresource());
    requireServed(request, resource);
    Deprecations.of(resource, path.version()).ifPresent(it -> replies.warn(List.of(it)));
    switch (request.verb()) {
      case "get" -> reads.get(target, request.parameters(), form(request), replies);
      case "list" -> reads.list(target, request.parameters(), form(request), replies);
      case "watch" -> watch(target, request);
      case "create" -> create(target, request, replies);
      case "update" -> {
        var body = object(target, request);
        reply(registry.update(target, body, writeOptions(request)), request, replies);
      }
      case "patch" -> patch(target, request, replies);
      case "delete" -> {
        var options = deletion(request);
        var how = DeleteOptions.of(options);
        reply(registry.delete(target, how, writeOptions(request, options)), request, replies);
      }
      case "deletecollection" -> deleteAll(target, request, replies);
      default -> throw notAllowed();
    }
  }

  private boolean virtually(Request request, Replies replies) throws IOException {
    var path = request.path();
    boolean known =
        virtuals.kinds().stream()
            .anyMatch(
                it ->
                    it.group().equals(path.group())
                        && it.version().equals(path.version())
                        && it.plural().equals(path.resource()));
    if (!known) {
      return false;
    }
    var kind =
        virtuals.kinds().stream()
            .filter(it -> it.plural().equals(path.resource()))
            .findFirst()
            .map(Virtuals.Kind::kind)
            .orElse("");
    var body = bodies.object(request.exchange(), path.group() + "/" + path.version(), kind).tree();
    var answer =
        virtuals
            .create(
                path.group(),
                path.version(),
                path.resource(),
                path.namespace(),
                body,
                request.user())
            .orElseThrow(Api::noSuchResource);
    replies.object(form(request), 201, answer);
    return true;
  }

  Optional<Resource> find(RequestPath path) {
    return resources.stream()
        .filter(
            it ->
                it.group().equals(path.group())
                    && it.plural().equals(path.resource())
                    && it.versions().contains(path.version()))
        .findFirst();
  }

  private static void requireServed(Request request, Resource resource) {
    var path = request.path();
    if (!path.subresource().isEmpty() && !resource.subresources().contains(path.subresource())) {
      throw noSuchResource();
    }
    boolean wholeKind = resource.namespaced() && path.namespace().isEmpty();
    if ((wholeKind && !path.name().isEmpty())
        || (!resource.namespaced() && !path.namespace().isEmpty() && !isNamespace(resource))) {
      throw noSuchResource();
    }
    var verbs =
        path.subresource().isEmpty() ? resource.verbs() : ActedParts.verbs(path.subresource());
    boolean onlyOne = request.verb().equals("update") || request.verb().equals("patch");
    if (!verbs.contains(request.verb())
        || (wholeKind && request.verb().equals("create"))
        || (onlyOne && path.name().isEmpty())) {
      throw notAllowed();
    }
  }

  private static boolean isNamespace(Resource resource) {
    return resource.group().isEmpty() && resource.plural().equals("namespaces");
  }

  static Refusal noSuchResource() {
    return new Refusal(Refusal.Reason.NOT_FOUND, "the server could not find the requested resource")
        .withDetails();
  }

  static Refusal notAllowed() {
    return new Refusal(
            Refusal.Reason.METHOD_NOT_ALLOWED,
            "the server does not allow this method on the requested resource")
        .withDetails();
  }

  private static Form form(Request request) {
    return Form.agreed(request.exchange().header("Accept").orElse(""));
  }

  private void watch(Target target, Request request) throws IOException, InterruptedException {
    watches.watch(target, request.parameters(), form(request), request.exchange());
  }

  private void create(Target target, Request request, Replies replies) throws IOException {
    var part = target.subresource();
    if (part.isEmpty()) {
      if (!target.name().isEmpty()) {
        throw notAllowed();
      }
      var body = object(target, request);
      reply(registry.create(target, body, writeOptions(request)), request, replies);
      return;
    }
    var body = object(target, request);
    if (part.equals("token")) {
      registry.get(target, new Registry.Freshness.Newest());
      replies.object(
          form(request),
          201,
          virtuals.token(target.namespace(), target.name(), body.tree(), request.user()));
      return;
    }
    if (ActedParts.find(part).isEmpty()) {
      throw notAllowed();
    }
    var answer = registry.act(target, body, writeOptions(request));
    replies.warn(answer.warnings());
    replies.object(form(request), 201, Statuses.success());
  }

  /** What is sent to a target: an object of its kind, or what its subresource takes. */
  private Body object(Target target, Request request) throws IOException {
    var acted = ActedParts.find(target.subresource());
    return acted.isPresent()
        ? bodies.object(request.exchange(), acted.get().apiVersion(), acted.get().kind())
        : bodies.object(request.exchange(), target.apiVersion(), target.resource().kind());
  }

  private void patch(Target target, Request request, Replies replies) throws IOException {
    var patch = bodies.patch(request.exchange());
    boolean apply = patch.sort() == PatchRequest.Sort.APPLY;
    if (apply && request.parameters().text("fieldManager").isEmpty()) {
      throw new Refusal(
          Refusal.Reason.INVALID,
          "PatchOptions.meta.k8s.io \"\" is invalid: fieldManager: Required value: is required for"
              + " apply patch");
    }
    if (!apply && request.parameters().has("force")) {
      throw new Refusal(
          Refusal.Reason.INVALID,
          "PatchOptions.meta.k8s.io \"\" is invalid: force: Forbidden: may not be specified for"
              + " non-apply patch");
    }
    reply(registry.patch(target, patch, writeOptions(request)), request, replies);
  }

  private void deleteAll(Target target, Request request, Replies replies) throws IOException {
    var parameters = request.parameters();
    var selection =
        Selection.parse(
            target.resource(), parameters.text("labelSelector"), parameters.text("fieldSelector"));
    var options = deletion(request);
    var deleted =
        registry.deleteAll(
            target, selection, DeleteOptions.of(options), writeOptions(request, options));
    replies.object(
        form(request),
        200,
        Json.obj(
            "kind",
            target.resource().kind() + "List",
            "apiVersion",
            target.apiVersion(),
            "metadata",
            Json.obj("resourceVersion", Long.toString(deleted.revision())),
            "items",
            Json.of(deleted.objects())));
  }

  /** From the body, and what it does not say from the parameters. */
  private Json.Obj deletion(Request request) throws IOException {
    var options = bodies.options(request.exchange());
    var parameters = request.parameters();
    if (!options.has("gracePeriodSeconds")) {
      var grace = parameters.number("gracePeriodSeconds");
      if (grace.isPresent()) {
        options = options.with("gracePeriodSeconds", Json.of(grace.get()));
      }
    }
    if (!options.has("propagationPolicy") && parameters.has("propagationPolicy")) {
      options = options.with("propagationPolicy", Json.of(parameters.text("propagationPolicy")));
    }
    if (!options.has("orphanDependents") && parameters.has("orphanDependents")) {
      options = options.with("orphanDependents", Json.of(parameters.truth("orphanDependents")));
    }
    return options;
  }

  private WriteOptions writeOptions(Request request) {
    return writeOptions(request, Json.Obj.EMPTY);
  }

  /** A deletion may say in its body that it is a dry run. */
  private WriteOptions writeOptions(Request request, Json.Obj options) {
    var parameters = request.parameters();
    return new WriteOptions(
        request.user(),
        request.verb(),
        manager(request),
        parameters.fieldValidation(),
        parameters.dryRun() || options.texts("dryRun").contains("All"),
        parameters.truth("force"));
  }

  /** Whoever names no manager is known by the first word of the client's name. */
  private static String manager(Request request) {
    var named = request.parameters().text("fieldManager");
    if (!named.isEmpty()) {
      return named;
    }
    var agent = request.exchange().header("User-Agent").orElse("unknown");
    int slash = agent.indexOf('/');
    var name = slash < 0 ? agent : agent.substring(0, slash);
    return name.length() > 128 ? name.substring(0, 128) : name;
  }

  private void reply(Answer answer, Request request, Replies replies) throws IOException {
    replies.warn(answer.warnings());
    int status = answer.kind() == Answer.Kind.CREATED ? 201 : 200;
    replies.object(form(request), status, answer.object());
  }
}
