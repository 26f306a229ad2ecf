package dev.dray.http;

import dev.dray.kinds.StatusError;
import dev.dray.registry.ListSelection;
import dev.dray.registry.Registry;
import dev.dray.registry.Registry.Freshness;
import dev.dray.registry.Target;
import java.io.IOException;
import java.time.InstantSource;

/** The handler of get and list. */
final class Reads {
  private final Registry registry;
  private final InstantSource clock;

  Reads(Registry registry, InstantSource clock) {
    this.registry = registry;
    this.clock = clock;
  }

  void get(Target target, Parameters parameters, ResponseForm responseForm, Replies replies)
      throws IOException {
    var item = registry.get(target, atLeast(parameters));
    var rendering = rendering(target, parameters, responseForm);
    replies.stream(responseForm, 200, out -> rendering.write(item, item.revision(), out));
  }

  void list(Target target, Parameters parameters, ResponseForm responseForm, Replies replies)
      throws IOException {
    if (parameters.has("sendInitialEvents")) {
      throw new StatusError(
          StatusError.Reason.INVALID,
          "ListOptions.meta.k8s.io \"\" is invalid: sendInitialEvents: Forbidden:"
              + " sendInitialEvents is forbidden for list");
    }
    var query = query(target, parameters);
    var listed = registry.list(target, query);
    var prefix = target.resource().keyPrefix();
    var continuation =
        listed.nextAfter().isEmpty()
            ? ""
            : new Continuation(listed.revision(), listed.nextAfter().substring(prefix.length()))
                .token();
    var rendering = rendering(target, parameters, responseForm);
    replies.stream(responseForm, 200, out -> rendering.list(listed, continuation, out));
  }

  Rendering rendering(Target target, Parameters parameters, ResponseForm responseForm) {
    return new Rendering(
        target,
        responseForm,
        Rendering.IncludeObject.of(parameters.text("includeObject")),
        clock.instant());
  }

  private static Registry.Query query(Target target, Parameters parameters) {
    var listSelection =
        ListSelection.parse(
            target.resource(), parameters.text("labelSelector"), parameters.text("fieldSelector"));
    long limit = Math.clamp(parameters.number("limit").orElse(0L), 0, Integer.MAX_VALUE);
    var token = parameters.text("continue");
    if (token.isEmpty()) {
      return new Registry.Query(listSelection, freshness(parameters), "", (int) limit);
    }
    if (!parameters.text("resourceVersion").isEmpty()
        && !parameters.text("resourceVersion").equals("0")) {
      throw new StatusError(
          StatusError.Reason.BAD_REQUEST,
          "specifying resource version is not allowed when using continue");
    }
    var continuation = Continuation.parse(token);
    return new Registry.Query(
        listSelection,
        new Freshness.Exactly(continuation.revision()),
        target.resource().keyPrefix() + continuation.after(),
        (int) limit);
  }

  /** Returns the freshness a list with these parameters requires. */
  static Freshness freshness(Parameters parameters) {
    var revision = parameters.revision("resourceVersion");
    return switch (parameters.text("resourceVersionMatch")) {
      case "" -> atLeast(parameters);
      case "NotOlderThan" -> {
        requireRevision(parameters);
        yield atLeast(parameters);
      }
      case "Exact" -> {
        requireRevision(parameters);
        if (revision.orElse(0L) == 0) {
          throw new StatusError(
              StatusError.Reason.INVALID,
              "ListOptions.meta.k8s.io \"\" is invalid: resourceVersionMatch: Forbidden:"
                  + " resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\"");
        }
        yield new Freshness.Exactly(revision.orElseThrow());
      }
      default ->
          throw new StatusError(
              StatusError.Reason.INVALID,
              "ListOptions.meta.k8s.io \"\" is invalid: resourceVersionMatch: Unsupported value:"
                  + " \"%s\": supported values: \"Exact\", \"NotOlderThan\""
                      .formatted(parameters.text("resourceVersionMatch")));
    };
  }

  private static void requireRevision(Parameters parameters) {
    if (parameters.text("resourceVersion").isEmpty()) {
      throw new StatusError(
          StatusError.Reason.INVALID,
          "ListOptions.meta.k8s.io \"\" is invalid: resourceVersionMatch: Forbidden:"
              + " resourceVersionMatch is forbidden unless resourceVersion is provided");
    }
  }

  private static Freshness atLeast(Parameters parameters) {
    return parameters
        .revision("resourceVersion")
        .<Freshness>map(it -> it == 0 ? new Freshness.Any() : new Freshness.NotOlderThan(it))
        .orElseGet(Freshness.Newest::new);
  }
}
