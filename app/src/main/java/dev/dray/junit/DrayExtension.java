package dev.dray.junit;

import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * The JUnit extension that starts a control plane for a test class and injects it as a parameter.
 */
final class DrayExtension implements BeforeAllCallback, ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(DrayExtension.class);

  /**
   * Starts the cluster. JUnit closes what is in its stores when the class has ended, in reverse
   * order.
   */
  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    var test = context.getRequiredTestClass();
    var annotation = AnnotationSupport.findAnnotation(test, DrayCluster.class);
    if (annotation.isPresent() && running(context).isEmpty()) {
      context
          .getStore(NAMESPACE)
          .put(TestCluster.class, TestCluster.start(test, annotation.get(), keys(context)));
    }
  }

  private static SharedKeys keys(ExtensionContext context) {
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .computeIfAbsent(SharedKeys.class, _ -> SharedKeys.made(), SharedKeys.class);
  }

  /** Returns the running cluster; nested classes find that of the enclosing class. */
  private static Optional<TestCluster> running(ExtensionContext context) {
    return Optional.ofNullable(
        context.getStore(NAMESPACE).get(TestCluster.class, TestCluster.class));
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    var type = parameter.getParameter().getType();
    return type == DrayCluster.Handle.class || Fabric8.isClient(type);
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    var type = parameter.getParameter().getType();
    var cluster =
        running(context)
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "There is no cluster for (%s). Maybe annotate the class with @DrayCluster."
                            .formatted(parameter)));
    return type == DrayCluster.Handle.class ? cluster.handle() : cluster.fabric8(type);
  }
}
