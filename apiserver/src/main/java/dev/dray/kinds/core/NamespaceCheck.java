package dev.dray.kinds.core;

import dev.dray.api.meta.Violations;
import dev.dray.kinds.GroupVersions;
import dev.dray.kinds.Kinds;
import dev.dray.kinds.Resource;
import dev.dray.kinds.StatusError;
import dev.dray.kinds.WriteCheck;
import dev.dray.store.Precondition;
import java.util.List;
import java.util.Set;

/**
 * The check that nothing is created in a namespace that is missing or terminating, and that the
 * system namespaces are not deleted.
 */
public record NamespaceCheck(Kinds kinds) implements WriteCheck {
  private static final Set<String> KEPT =
      Set.of("default", "kube-system", "kube-public", "kube-node-lease");

  @Override
  public Verdict check(Write write, View view) {
    var resource = write.resource();
    if (isNamespace(resource)) {
      if (write.verb() == Verb.DELETE && KEPT.contains(write.name())) {
        throw StatusError.forbidden(resource, write.name(), "this namespace may not be deleted");
      }
      return Verdict.FINE;
    }
    var namespaces = kinds.find(GroupVersions.CORE, "namespaces");
    return write.verb() == Verb.CREATE && resource.namespaced() && namespaces.isPresent()
        ? created(write, view, namespaces.get())
        : Verdict.FINE;
  }

  private static boolean isNamespace(Resource resource) {
    return resource.group().isEmpty() && resource.plural().equals("namespaces");
  }

  private static Verdict created(Write write, View view, Resource namespaces) {
    var name = write.namespace();
    var namespace =
        view.find(namespaces, "", name).orElseThrow(() -> StatusError.notFound(namespaces, name));
    if (namespace.object().text("status", "phase").equals("Terminating")) {
      var why =
          "%s \"%s\" is forbidden: unable to create new content in namespace %s because it is being"
                  .formatted(write.resource().qualifiedName(), write.name(), name)
              + " terminated";
      throw StatusError.about(
          StatusError.Reason.FORBIDDEN,
          write.resource(),
          write.name(),
          why,
          List.of(
              new StatusError.Cause(
                  "NamespaceTerminating",
                  "namespace %s is being terminated".formatted(name),
                  "metadata.namespace")));
    }
    // The namespace must be unchanged when the object is stored: nothing may be left behind in one
    // that ended meanwhile.
    return new Verdict(
        Violations.NONE,
        List.of(),
        List.of(new Precondition.At(namespace.key(), namespace.revision())),
        List.of());
  }
}
