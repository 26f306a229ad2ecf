package dev.dray.kinds.pod;

import dev.dray.api.json.Json;
import dev.dray.kinds.Edits;
import java.util.List;

/** The defaults of a pod's spec. */
final class PodDefaults {
  private static final long FILE_MODE = 0644;
  private static final List<String> PROBES =
      List.of("livenessProbe", "readinessProbe", "startupProbe");

  private PodDefaults() {}

  static Json.Obj in(Json.Obj pod) {
    return pod.with("spec", spec(pod.object("spec")));
  }

  static Json.Obj spec(Json.Obj written) {
    var spec = Edits.each(written, "volumes", PodDefaults::volume);
    boolean hostNetwork = spec.truth("hostNetwork");
    for (var list : List.of("initContainers", "containers", "ephemeralContainers")) {
      spec = Edits.each(spec, list, it -> container(it, hostNetwork));
    }
    spec = Edits.fill(spec, "restartPolicy", "Always");
    spec = Edits.fill(spec, "terminationGracePeriodSeconds", 30);
    if (spec.number("terminationGracePeriodSeconds").orElse(0L) < 0) {
      spec = spec.with("terminationGracePeriodSeconds", Json.of(1));
    }
    spec = Edits.fill(spec, "dnsPolicy", "ClusterFirst");
    spec = Edits.fill(spec, "securityContext", Json.Obj.EMPTY);
    spec = Edits.fill(spec, "schedulerName", "default-scheduler");
    spec = Edits.fill(spec, "enableServiceLinks", Json.of(true));
    return serviceAccount(spec);
  }

  /** Keeps the deprecated {@code serviceAccount} field equal to {@code serviceAccountName}. */
  private static Json.Obj serviceAccount(Json.Obj spec) {
    var name = spec.text("serviceAccountName");
    var old = spec.text("serviceAccount");
    if (name.isEmpty() && !old.isEmpty()) {
      return spec.with("serviceAccountName", Json.of(old));
    }
    return name.isEmpty() ? spec : spec.with("serviceAccount", Json.of(name));
  }

  private static Json.Obj container(Json.Obj written, boolean hostNetwork) {
    var container = Edits.each(written, "ports", port -> port(port, hostNetwork));
    container = Edits.each(container, "env", PodDefaults::variable);
    container = Edits.fill(container, "resources", Json.Obj.EMPTY);
    container = Edits.in(container, "resources", PodDefaults::resources);
    for (var probe : PROBES) {
      container = Edits.in(container, probe, PodDefaults::probe);
    }
    container =
        Edits.in(
            container,
            "lifecycle",
            it ->
                Edits.in(
                    Edits.in(it, "postStart", PodDefaults::http), "preStop", PodDefaults::http));
    container = Edits.fill(container, "terminationMessagePath", "/dev/termination-log");
    container = Edits.fill(container, "terminationMessagePolicy", "File");
    return Edits.fill(container, "imagePullPolicy", pullPolicy(container.text("image")));
  }

  private static Json.Obj port(Json.Obj port, boolean hostNetwork) {
    var full = Edits.fill(port, "protocol", "TCP");
    boolean open = hostNetwork && full.number("hostPort").orElse(0L) == 0;
    return open && full.has("containerPort")
        ? full.with("hostPort", full.fields().getOrDefault("containerPort", Json.of(0)))
        : full;
  }

  private static Json.Obj variable(Json.Obj variable) {
    return Edits.in(variable, "valueFrom", PodDefaults::fieldReference);
  }

  private static Json.Obj fieldReference(Json.Obj holder) {
    return Edits.in(holder, "fieldRef", it -> Edits.fill(it, "apiVersion", "v1"));
  }

  /** Defaults requests to the limits. */
  private static Json.Obj resources(Json.Obj resources) {
    var limits = resources.object("limits");
    if (limits.isEmpty()) {
      return resources;
    }
    var requests = resources.object("requests");
    for (var limit : limits.fields().entrySet()) {
      requests = Edits.fill(requests, limit.getKey(), limit.getValue());
    }
    return resources.with("requests", requests);
  }

  private static Json.Obj probe(Json.Obj written) {
    var probe = Edits.fill(http(written), "timeoutSeconds", 1);
    probe = Edits.fill(probe, "periodSeconds", 10);
    probe = Edits.fill(probe, "successThreshold", 1);
    probe = Edits.fill(probe, "failureThreshold", 3);
    return Edits.in(probe, "grpc", it -> it.has("service") ? it : it.with("service", Json.of("")));
  }

  private static Json.Obj http(Json.Obj holder) {
    return Edits.in(
        holder, "httpGet", it -> Edits.fill(Edits.fill(it, "path", "/"), "scheme", "HTTP"));
  }

  /**
   * Returns the default pull policy: an image without a tag, or tagged {@code latest}, may change.
   */
  private static String pullPolicy(String image) {
    if (image.indexOf('@') >= 0) {
      return "IfNotPresent";
    }
    int colon = image.indexOf(':', image.lastIndexOf('/') + 1);
    var tag = colon < 0 ? "latest" : image.substring(colon + 1);
    return tag.equals("latest") ? "Always" : "IfNotPresent";
  }

  private static Json.Obj volume(Json.Obj written) {
    boolean bare = written.without("name").isEmpty();
    var volume = bare ? written.with("emptyDir", Json.Obj.EMPTY) : written;
    for (var source : List.of("configMap", "secret", "downwardAPI", "projected")) {
      volume = Edits.in(volume, source, it -> Edits.fill(it, "defaultMode", FILE_MODE));
    }
    volume =
        Edits.in(volume, "downwardAPI", it -> Edits.each(it, "items", PodDefaults::fieldReference));
    volume =
        Edits.in(volume, "projected", it -> Edits.each(it, "sources", PodDefaults::projection));
    volume = Edits.in(volume, "ephemeral", PodDefaults::ephemeral);
    return Edits.in(volume, "hostPath", it -> it.has("type") ? it : it.with("type", Json.of("")));
  }

  private static Json.Obj projection(Json.Obj source) {
    var timed =
        Edits.in(source, "serviceAccountToken", it -> Edits.fill(it, "expirationSeconds", 3600));
    return Edits.in(
        timed, "downwardAPI", it -> Edits.each(it, "items", PodDefaults::fieldReference));
  }

  private static Json.Obj ephemeral(Json.Obj source) {
    return Edits.in(
        source,
        "volumeClaimTemplate",
        template -> Edits.in(template, "spec", it -> Edits.fill(it, "volumeMode", "Filesystem")));
  }
}
