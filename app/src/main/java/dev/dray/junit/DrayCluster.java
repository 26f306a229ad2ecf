package dev.dray.junit;

import dev.dray.api.json.Json;
import dev.dray.client.Api;
import dev.dray.local.LocalCluster;
import java.io.IOException;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A control plane for a test class: API server, controllers, scheduler and simulated nodes, in
 * memory and in this process. It starts before the first test and ends after the last.
 *
 * <p>Tests, constructors and {@code @BeforeAll} methods get it as a parameter of type {@link
 * Handle}, and a ready {@code KubernetesClient} if fabric8 is on the class path.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Documented
@ExtendWith(DrayExtension.class)
public @interface DrayCluster {
  /** Manifests to apply first: class path resources, relative to the test class, or else files. */
  String[] manifests() default {};

  /** Hardware as {@code dray generate} knows it: {@code "h200-mig=2"} for two nodes. */
  String[] hardware() default {};

  /**
   * Feature gates for all components, as in {@code --feature-gates}: {@code
   * "DRAAdminAccess=false"}.
   */
  String featureGates() default "";

  /** The served versions, as in {@code --runtime-config}. */
  String runtimeConfig() default "api/all=true";

  /** The seconds a test waits for something before it fails. */
  int patienceSeconds() default 10;

  /** A running cluster. */
  final class Handle {
    private static final Duration LOOK = Duration.ofMillis(5);

    private final LocalCluster cluster;
    private final ClusterObjects objects;
    private final Duration patience;

    Handle(LocalCluster cluster, Duration patience) {
      this.cluster = cluster;
      this.patience = patience;
      objects = new ClusterObjects(cluster);
    }

    /** Returns the URL of the server. */
    public String url() {
      return cluster.url();
    }

    /** Returns a kubeconfig of the administrator, for any client. */
    public Path kubeconfig() {
      return cluster.kubeconfig();
    }

    /** Returns the API for a component that a test starts in this process. */
    public Api api(String component) {
      return cluster.api(component);
    }

    /** Returns the cluster itself, to look into. */
    public LocalCluster cluster() {
      return cluster;
    }

    /** Returns this handle with another time to wait. */
    public Handle within(Duration patience) {
      return new Handle(cluster, patience);
    }

    /** Applies YAML or JSON documents; a refused one fails the test. */
    public void apply(String manifests) {
      cluster.apply(objects.parsed(manifests, "the manifest"));
    }

    /** Applies the documents of a file. */
    public void apply(Path file) {
      try {
        cluster.apply(objects.parsed(Files.readString(file), file.toString()));
      } catch (IOException e) {
        throw new IllegalArgumentException("(%s) cannot be read.".formatted(file), e);
      }
    }

    /**
     * Returns an object, which must exist.
     *
     * @param kind the kind as kubectl accepts it: {@code pod}, {@code resourceclaims}
     * @param name the name in namespace {@code default}, or {@code namespace/name}
     */
    public Json.Obj get(String kind, String name) {
      return find(kind, name)
          .orElseThrow(() -> new AssertionError("There is no %s %s.".formatted(kind, name)));
    }

    public Optional<Json.Obj> find(String kind, String name) {
      return objects.find(kind, name);
    }

    /** Returns all objects of a kind, by namespace and name. */
    public List<Json.Obj> list(String kind) {
      return objects.list(kind);
    }

    /** Deletes an object and waits until it is gone. */
    public void delete(String kind, String name) {
      objects.delete(kind, name);
      awaitGone(kind, name);
    }

    /**
     * Waits until a predicate holds for an object; a failure reports all that is known about it.
     */
    public Json.Obj await(String kind, String name, String what, Predicate<Json.Obj> holds) {
      long end = System.nanoTime() + patience.toNanos();
      while (true) {
        var found = find(kind, name);
        if (found.isPresent() && holds.test(found.get())) {
          return found.get();
        }
        if (System.nanoTime() > end) {
          throw new AssertionError(
              "%s %s: %s was not met within %s.%n%s"
                  .formatted(kind, name, what, words(patience), story(kind, name)));
        }
        pause();
      }
    }

    private String story(String kind, String name) {
      return new Story(objects).of(kind, name);
    }

    private static String words(Duration time) {
      return time.toMillis() % 1000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
    }

    private static void pause() {
      try {
        Thread.sleep(LOOK);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("The test was interrupted.", e);
      }
    }

    /** Waits until the pod runs; a failure reports why it does not. */
    public Json.Obj awaitRunning(String pod) {
      return awaitPhase(pod, "Running");
    }

    public Json.Obj awaitPhase(String pod, String phase) {
      return await(
          "pod",
          pod,
          "phase " + phase,
          it -> {
            var now = it.text("status", "phase");
            if (!now.equals(phase) && now.equals("Failed")) {
              throw new AssertionError(
                  "pod %s has failed and will never be %s.%n%s"
                      .formatted(pod, phase, story("pod", pod)));
            }
            return now.equals(phase);
          });
    }

    /** Waits until the scheduler reports that the pod cannot be placed, and returns its message. */
    public String awaitUnschedulable(String pod) {
      var found =
          await("pod", pod, "condition PodScheduled=False", it -> !unscheduled(it).isEmpty());
      return unscheduled(found);
    }

    private static String unscheduled(Json.Obj pod) {
      return pod.objects("status", "conditions").stream()
          .filter(it -> it.text("type").equals("PodScheduled") && it.text("status").equals("False"))
          .filter(it -> it.text("reason").equals("Unschedulable"))
          .map(it -> it.text("message"))
          .findFirst()
          .orElse("");
    }

    /** Waits until the object does not exist. */
    public void awaitGone(String kind, String name) {
      long end = System.nanoTime() + patience.toNanos();
      while (find(kind, name).isPresent()) {
        if (System.nanoTime() > end) {
          throw new AssertionError(
              "%s %s is still there after %s.%n%s"
                  .formatted(kind, name, words(patience), story(kind, name)));
        }
        pause();
      }
    }

    /**
     * Returns the allocated devices of a claim as {@code request=device}, in the order of its
     * allocation.
     */
    public List<String> devices(String claim) {
      var devices = new ArrayList<String>();
      var path = new String[] {"status", "allocation", "devices", "results"};
      for (var result : get("resourceclaim", claim).objects(path)) {
        devices.add(result.text("request") + "=" + result.text("device"));
      }
      return devices;
    }

    /** Returns the names of a pod's claims, named or generated from templates, in its order. */
    public List<String> claims(String pod) {
      return objects.claims(get("pod", pod));
    }
  }
}
