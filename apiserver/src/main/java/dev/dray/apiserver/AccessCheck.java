package dev.dray.apiserver;

import dev.dray.kinds.StatusError;
import dev.dray.kinds.WriteCheck;
import dev.dray.security.authorization.Action;
import dev.dray.security.authorization.Decision;
import dev.dray.security.authorization.MirrorPods;
import dev.dray.security.authorization.NodeRestriction;
import dev.dray.security.authorization.RoleAuthorizer;
import dev.dray.security.authorization.RoleEscalation;
import java.util.List;

/**
 * The write check that applies RBAC escalation rules, creation rights and node restriction: nobody
 * grants more by a role than they have, nobody creates by an update what they may only update, and
 * nodes write only their own objects.
 */
final class AccessCheck implements WriteCheck {
  private static final List<String> ROLES =
      List.of("roles", "clusterroles", "rolebindings", "clusterrolebindings");

  private final RoleAuthorizer authorizer;
  private final RoleEscalation roleEscalation;
  private final NodeRestriction nodes;

  AccessCheck(RoleAuthorizer authorizer, NodeRestriction nodes) {
    this.authorizer = authorizer;
    this.nodes = nodes;
    this.roleEscalation = new RoleEscalation(authorizer);
  }

  @Override
  public Verdict check(Write write, View view) {
    refuseCreation(write);
    refuseMirrors(write);
    refuseToNodes(write);
    if (write.verb() == Verb.DELETE
        || !write.resource().group().equals("rbac.authorization.k8s.io")
        || !ROLES.contains(write.resource().plural())) {
      return Verdict.FINE;
    }
    var user = write.context().user();
    var verdict =
        roleEscalation.check(
            user, write.resource().plural(), write.namespace(), write.object(), write.stored());
    return switch (verdict) {
      case RoleEscalation.Verdict.Fine() -> Verdict.FINE;
      case RoleEscalation.Verdict.Forbidden(var why) ->
          throw StatusError.forbidden(write.resource(), write.name(), why);
      case RoleEscalation.Verdict.Missing(var plural, var name) ->
          throw StatusError.about(
              StatusError.Reason.NOT_FOUND,
              write.resource().group(),
              plural,
              name,
              "%s.%s \"%s\" not found".formatted(plural, write.resource().group(), name));
    };
  }

  /**
   * Refuses an apply or update that would create an object, unless the user may create it as well.
   */
  private void refuseCreation(Write write) {
    var context = write.context();
    if (write.verb() != Verb.CREATE || context.verb().equals("create")) {
      return;
    }
    var action =
        new Action.OnResource(
            "create",
            write.resource().group(),
            context.version(),
            write.resource().plural(),
            "",
            write.namespace(),
            write.name(),
            "");
    if (authorizer.decide(context.user(), action) instanceof Decision.Denied(var why)) {
      throw StatusError.forbidden(write.resource(), write.name(), why);
    }
  }

  private static void refuseMirrors(Write write) {
    if (write.verb() == Verb.CREATE && write.resource().qualifiedName().equals("pods")) {
      MirrorPods.refusal(write.object())
          .ifPresent(
              why -> {
                throw StatusError.forbidden(write.resource(), write.name(), why);
              });
    }
  }

  private void refuseToNodes(Write write) {
    var verb =
        switch (write.verb()) {
          case CREATE -> NodeRestriction.Verb.CREATE;
          case UPDATE -> NodeRestriction.Verb.UPDATE;
          case DELETE -> NodeRestriction.Verb.DELETE;
        };
    var refusal =
        nodes.refusal(
            write.context().user(),
            new NodeRestriction.Write(
                verb,
                write.resource().group(),
                write.resource().plural(),
                write.subresource(),
                write.namespace(),
                write.name(),
                write.object(),
                write.stored()));
    if (refusal.isPresent()) {
      throw StatusError.forbidden(write.resource(), write.name(), refusal.get());
    }
  }
}
