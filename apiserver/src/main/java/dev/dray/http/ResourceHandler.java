package dev.dray.http;

import dev.dray.api.json.Json;
import dev.dray.kinds.Resource;
import dev.dray.kinds.StatusError;
import dev.dray.registry.Body;
import dev.dray.registry.DeleteOptions;
import dev.dray.registry.ListSelection;
import dev.dray.registry.PatchRequest;
import dev.dray.registry.Registry;
import dev.dray.registry.StoredForm;
import dev.dray.registry.Target;
import dev.dray.registry.WriteOptions;
import dev.dray.registry.WriteResult;
import dev.dray.security.User;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** The handler of requests for resources. */
final class ResourceHandler {
  /** The forms of resources that can only be posted: nobody lists them, so there are no tables. */
  private static final Set<ResponseForm.Content> WITHOUT_TABLES =
      Set.of(ResponseForm.Content.OBJECTS, ResponseForm.Content.METADATA);

  private final Registry registry;
  private final List<Resource> resources;
  private final VirtualResources virtualResources;
  private final Reads reads;
  private final Watches watches;
  private final Bodies bodies;

  ResourceHandler(
      Registry registry,
      List<Resource> resources,
      VirtualResources virtualResources,
      InstantSource clock,
      BooleanSupplier closing,
      Metrics metrics,
      ProtobufBodies protobufBodies) {
    this.registry = registry;
    this.resources = List.copyOf(resources);
    this.virtualResources = virtualResources;
    this.reads = new Reads(registry, clock);
    this.watches = new Watches(registry, clock, closing, metrics, protobufBodies);
    this.bodies = new Bodies(protobufBodies);
  }

  /** An authorized request for a resource. */
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
    var resource = find(path).orElseThrow(ResourceHandler::noSuchResource);
    var target =
        new Target(
            resource,
            path.version(),
            resource.namespaced() ? path.namespace() : "",
            path.name(),
            path.subresource());
    requireServed(request, resource);
    // The form is negotiated before anything is done.
    var call = new Call(target, request, form(request), replies);
    Deprecations.of(resource, path.version()).ifPresent(it -> replies.warn(List.of(it)));
    switch (request.verb()) {
      case "get" -> reads.get(target, request.parameters(), call.responseForm(), replies);
      case "list" -> reads.list(target, request.parameters(), call.responseForm(), replies);
      case "watch" ->
          watches.watch(target, request.parameters(), call.responseForm(), request.exchange());
      case "create" -> create(call);
      case "update" -> reply(registry.update(target, object(call), writeOptions(request)), call);
      case "patch" -> patch(call);
      case "delete" -> {
        var options = deletion(request);
        var how = DeleteOptions.of(options);
        reply(registry.delete(target, how, writeOptions(request, options)), call);
      }
      case "deletecollection" -> deleteAll(call);
      default -> throw notAllowed();
    }
  }

  /** A request for a resource that exists, and the form of its response. */
  private record Call(Target target, Request request, ResponseForm responseForm, Replies replies) {}

  private boolean virtually(Request request, Replies replies) throws IOException {
    var path = request.path();
    boolean known =
        virtualResources.kinds().stream()
            .anyMatch(
                it ->
                    it.group().equals(path.group())
                        && it.version().equals(path.version())
                        && it.plural().equals(path.resource()));
    if (!known) {
      return false;
    }
    var kind =
        virtualResources.kinds().stream()
            .filter(it -> it.plural().equals(path.resource()))
            .findFirst()
            .map(VirtualResources.Kind::kind)
            .orElse("");
    var responseForm = ResponseForm.agreed(accepted(request), WITHOUT_TABLES);
    var body = bodies.object(request.exchange(), path.group() + "/" + path.version(), kind).tree();
    var answer =
        virtualResources
            .create(
                path.group(),
                path.version(),
                path.resource(),
                path.namespace(),
                body,
                request.user())
            .orElseThrow(ResourceHandler::noSuchResource);
    replies.object(
        responseForm,
        201,
        responseForm.content() == ResponseForm.Content.METADATA
            ? responseForm.partial(answer)
            : answer);
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

  static StatusError noSuchResource() {
    return new StatusError(
            StatusError.Reason.NOT_FOUND, "the server could not find the requested resource")
        .withDetails();
  }

  static StatusError notAllowed() {
    return new StatusError(
            StatusError.Reason.METHOD_NOT_ALLOWED,
            "the server does not allow this method on the requested resource")
        .withDetails();
  }

  private static ResponseForm form(Request request) {
    return ActedParts.find(request.path().subresource()).isPresent()
        ? ResponseForm.agreed(accepted(request), WITHOUT_TABLES)
        : ResponseForm.agreed(accepted(request));
  }

  private static String accepted(Request request) {
    return request.exchange().header("Accept").orElse("");
  }

  private void create(Call call) throws IOException {
    var target = call.target();
    var part = target.subresource();
    if (part.isEmpty()) {
      if (!target.name().isEmpty()) {
        throw notAllowed();
      }
      reply(registry.create(target, object(call), writeOptions(call.request())), call);
      return;
    }
    var body = object(call);
    if (part.equals("token")) {
      registry.get(target, new Registry.Freshness.Newest());
      var token =
          virtualResources.token(
              target.namespace(), target.name(), body.tree(), call.request().user());
      call.replies().object(call.responseForm(), 201, token);
      return;
    }
    if (ActedParts.find(part).isEmpty()) {
      throw notAllowed();
    }
    var writeResult = registry.act(target, body, writeOptions(call.request()));
    call.replies().warn(writeResult.warnings());
    call.replies().object(call.responseForm(), 201, Statuses.success());
  }

  /** Reads the body: an object of the target's kind, or of the kind its subresource takes. */
  private Body object(Call call) throws IOException {
    var target = call.target();
    var exchange = call.request().exchange();
    var acted = ActedParts.find(target.subresource());
    return acted.isPresent()
        ? bodies.object(exchange, acted.get().apiVersion(), acted.get().kind())
        : bodies.object(exchange, target.apiVersion(), target.resource().kind());
  }

  private void patch(Call call) throws IOException {
    var request = call.request();
    var patch = bodies.patch(request.exchange());
    boolean apply = patch.sort() == PatchRequest.Sort.APPLY;
    if (apply && request.parameters().text("fieldManager").isEmpty()) {
      throw new StatusError(
          StatusError.Reason.INVALID,
          "PatchOptions.meta.k8s.io \"\" is invalid: fieldManager: Required value: is required for"
              + " apply patch");
    }
    if (!apply && request.parameters().has("force")) {
      throw new StatusError(
          StatusError.Reason.INVALID,
          "PatchOptions.meta.k8s.io \"\" is invalid: force: Forbidden: may not be specified for"
              + " non-apply patch");
    }
    reply(registry.patch(call.target(), patch, writeOptions(request)), call);
  }

  private void deleteAll(Call call) throws IOException {
    var target = call.target();
    var request = call.request();
    var parameters = request.parameters();
    var listSelection =
        ListSelection.parse(
            target.resource(), parameters.text("labelSelector"), parameters.text("fieldSelector"));
    var options = deletion(request);
    var deleted =
        registry.deleteAll(
            target, listSelection, DeleteOptions.of(options), writeOptions(request, options));
    call.replies()
        .object(
            call.responseForm(),
            200,
            Json.obj(
                "kind",
                target.resource().kind() + "List",
                "apiVersion",
                target.apiVersion(),
                "metadata",
                Json.obj("resourceVersion", Long.toString(deleted.revision())),
                "items",
                Json.of(deleted.objects().stream().map(StoredForm::untyped).toList())));
  }

  /** Returns the options of a deletion, from the body and then from the parameters. */
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

  /** Returns the options of a write. A deletion may ask for a dry run in its body. */
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

  /** Returns the field manager: the parameter, or else the first word of the User-Agent. */
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

  private void reply(WriteResult writeResult, Call call) throws IOException {
    call.replies().warn(writeResult.warnings());
    int status = writeResult.kind() == WriteResult.Kind.CREATED ? 201 : 200;
    var rendering =
        reads.rendering(call.target(), call.request().parameters(), call.responseForm());
    call.replies().object(call.responseForm(), status, rendering.answer(writeResult.object()));
  }
}
