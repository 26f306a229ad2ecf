package dev.dray.kinds;

import java.util.List;

/** All groups and versions, as in {@code apiVersion:}, most preferred first. */
public final class GroupVersions {
  public static final String CORE = "";
  public static final String EVENTS = "events.k8s.io";
  public static final String COORDINATION = "coordination.k8s.io";
  public static final String RBAC = "rbac.authorization.k8s.io";
  public static final String SCHEDULING = "scheduling.k8s.io";
  public static final String RESOURCE = "resource.k8s.io";

  // Reviews are not stored and so are not kinds here, but their versions can be disabled too.
  static final List<String> ALL =
      List.of(
          "v1",
          "authentication.k8s.io/v1",
          "authorization.k8s.io/v1",
          RBAC + "/v1",
          SCHEDULING + "/v1",
          COORDINATION + "/v1",
          RESOURCE + "/v1",
          RESOURCE + "/v1beta2",
          RESOURCE + "/v1beta1",
          RESOURCE + "/v1alpha3",
          EVENTS + "/v1");

  private GroupVersions() {}
}
