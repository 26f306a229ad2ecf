package dev.dray.verify.fuzz;

import java.util.List;

/** A path at which objects are made, and an object that is right for it. */
record Sample(String path, String body) {
  private static final String CLAIM_SPEC =
      """
      {"devices":{"requests":[{"name":"gpu","exactly":{"deviceClassName":"c","count":2,"allocationMode":"ExactCount",\
      "selectors":[{"cel":{"expression":"device.driver == 'd'"}}],"tolerations":[{"key":"k","operator":"Exists","effect":"NoSchedule"}],\
      "capacity":{"requests":{"memory":"1Gi"}}}},{"name":"any","firstAvailable":[{"name":"a","deviceClassName":"c"},\
      {"name":"b","deviceClassName":"d","count":1}]}],"constraints":[{"requests":["gpu"],"matchAttribute":"d.example.com/model"}],\
      "config":[{"requests":["gpu"],"opaque":{"driver":"d.example.com","parameters":{"x":[1,2.5,null]}}}]}}\
      """;

  private static final String STATUS =
      """
      {"allocation":{"devices":{"results":[{"request":"gpu","driver":"d.example.com","pool":"p","device":"d0",\
      "shareID":"11111111-1111-4111-8111-111111111111","consumedCapacity":{"memory":"1Gi"}}]},\
      "nodeSelector":{"nodeSelectorTerms":[{"matchFields":[{"key":"metadata.name","operator":"In","values":["n"]}]}]}},\
      "reservedFor":[{"resource":"pods","name":"p","uid":"u"}],"devices":[{"driver":"d.example.com","pool":"p","device":"d0",\
      "conditions":[{"type":"Ready","status":"True","reason":"R","message":"m","lastTransitionTime":"2026-01-01T00:00:00Z"}],\
      "data":{"a":1},"networkData":{"interfaceName":"eth0","ips":["10.0.0.1/24"],"hardwareAddress":"00:00:5e:00:53:01"}}]}\
      """;

  private static final String SLICE_SPEC =
      """
      {"driver":"d.example.com","nodeName":"n","pool":{"name":"p","generation":1,"resourceSliceCount":2},"devices":[\
      {"name":"d0","attributes":{"model":{"string":"m"},"n":{"int":3},"v":{"version":"1.2.3"},"b":{"bool":true}},\
      "capacity":{"memory":{"value":"80Gi","requestPolicy":{"default":"1Gi","validRange":{"min":"1Gi","max":"80Gi","step":"1Gi"}}}},\
      "allowMultipleAllocations":true,"taints":[{"key":"k","value":"v","effect":"NoExecute"}]},\
      {"name":"d1","consumesCounters":[{"counterSet":"s","counters":{"c":{"value":"1"}}}],"bindsToNode":true,\
      "bindingConditions":["a"],"bindingFailureConditions":["b"]}]}\
      """;

  private static final String POD_SPEC =
      """
      {"containers":[{"name":"c","image":"i","resources":{"requests":{"cpu":"100m"},"claims":[{"name":"r"}]},\
      "env":[{"name":"A","value":"b"}],"ports":[{"containerPort":80}]}],"resourceClaims":[{"name":"r","resourceClaimName":"x"}],\
      "nodeSelector":{"a":"b"},"tolerations":[{"operator":"Exists"}],"affinity":{"nodeAffinity":{}}}\
      """;

  private static final String RULES =
      "\"rules\":[{\"apiGroups\":[\"\"],\"resources\":[\"pods\"],\"verbs\":[\"get\",\"list\"]}]";

  private static final String BOUND =
      "\"subjects\":[{\"kind\":\"User\",\"name\":\"u\",\"apiGroup\":\"rbac.authorization.k8s.io\"}],\"roleRef\":{\"apiGroup\":\"rbac.authorization.k8s.io\",\"kind\":\"%s\",\"name\":\"r\"}";

  /** Of every kind, in every version of devices. */
  static List<Sample> all() {
    return List.of(
        devices(
            "v1",
            "resourceclaims",
            "ResourceClaim",
            "\"spec\":%s,\"status\":%s".formatted(CLAIM_SPEC, STATUS)),
        devices(
            "v1beta2",
            "resourceclaims",
            "ResourceClaim",
            "\"spec\":%s,\"status\":%s".formatted(CLAIM_SPEC, STATUS)),
        devices(
            "v1beta1",
            "resourceclaims",
            "ResourceClaim",
            "\"spec\":%s,\"status\":%s".formatted(CLAIM_SPEC, STATUS)),
        devices(
            "v1",
            "resourceclaimtemplates",
            "ResourceClaimTemplate",
            "\"spec\":{\"spec\":%s}".formatted(CLAIM_SPEC)),
        cluster("resource.k8s.io/v1", "resourceslices", "ResourceSlice", "\"spec\":" + SLICE_SPEC),
        cluster(
            "resource.k8s.io/v1beta2", "resourceslices", "ResourceSlice", "\"spec\":" + SLICE_SPEC),
        cluster(
            "resource.k8s.io/v1beta1", "resourceslices", "ResourceSlice", "\"spec\":" + SLICE_SPEC),
        cluster(
            "resource.k8s.io/v1",
            "deviceclasses",
            "DeviceClass",
            "\"spec\":{\"selectors\":[{\"cel\":{\"expression\":\"true\"}}],\"config\":[{\"opaque\":{\"driver\":\"d.example.com\",\"parameters\":{}}}],\"extendedResourceName\":\"example.com/gpu\"}"),
        cluster(
            "resource.k8s.io/v1alpha3",
            "devicetaintrules",
            "DeviceTaintRule",
            "\"spec\":{\"deviceSelector\":{\"driver\":\"d.example.com\",\"pool\":\"p\"},\"taint\":{\"key\":\"k\",\"effect\":\"NoSchedule\"}}"),
        cluster(
            "resource.k8s.io/v1alpha3",
            "resourceslicepatches",
            "ResourceSlicePatch",
            "\"spec\":{\"devices\":{\"filter\":{\"driver\":\"d.example.com\"},\"attributes\":{\"a\":{\"string\":\"b\"}}}}"),
        core("pods", "Pod", "\"spec\":" + POD_SPEC),
        core(
            "configmaps",
            "ConfigMap",
            "\"data\":{\"a\":\"b\"},\"binaryData\":{\"c\":\"AAEC\"},\"immutable\":false"),
        core("serviceaccounts", "ServiceAccount", "\"automountServiceAccountToken\":false"),
        core(
            "resourcequotas",
            "ResourceQuota",
            "\"spec\":{\"hard\":{\"count/resourceclaims.resource.k8s.io\":\"10000\"}}"),
        core(
            "events",
            "Event",
            "\"involvedObject\":{\"kind\":\"Pod\",\"name\":\"p\",\"namespace\":\"fuzz\"},\"reason\":\"R\",\"message\":\"m\",\"type\":\"Normal\",\"count\":1,\"firstTimestamp\":\"2026-01-01T00:00:00Z\""),
        cluster(
            "v1",
            "nodes",
            "Node",
            "\"spec\":{\"taints\":[{\"key\":\"k\",\"effect\":\"NoSchedule\"}]},\"status\":{\"capacity\":{\"cpu\":\"4\"}}"),
        cluster("v1", "namespaces", "Namespace", "\"spec\":{\"finalizers\":[\"kubernetes\"]}"),
        group(
            "coordination.k8s.io/v1",
            "leases",
            "Lease",
            "\"spec\":{\"holderIdentity\":\"h\",\"leaseDurationSeconds\":15,\"renewTime\":\"2026-01-01T00:00:00.000000Z\"}"),
        group(
            "events.k8s.io/v1",
            "events",
            "Event",
            "\"eventTime\":\"2026-01-01T00:00:00.000000Z\",\"reportingController\":\"c.example.com/x\",\"reportingInstance\":\"i\",\"action\":\"a\",\"reason\":\"R\",\"type\":\"Normal\",\"regarding\":{\"kind\":\"Pod\",\"namespace\":\"fuzz\",\"name\":\"p\"}"),
        group("rbac.authorization.k8s.io/v1", "roles", "Role", RULES),
        group(
            "rbac.authorization.k8s.io/v1", "rolebindings", "RoleBinding", BOUND.formatted("Role")),
        cluster("rbac.authorization.k8s.io/v1", "clusterroles", "ClusterRole", RULES),
        cluster(
            "rbac.authorization.k8s.io/v1",
            "clusterrolebindings",
            "ClusterRoleBinding",
            BOUND.formatted("ClusterRole")),
        new Sample(
            "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
            "{\"apiVersion\":\"authorization.k8s.io/v1\",\"kind\":\"SelfSubjectAccessReview\",\"spec\":{\"resourceAttributes\":{\"verb\":\"get\",\"resource\":\"pods\"}}}"),
        new Sample(
            "/apis/authorization.k8s.io/v1/subjectaccessreviews",
            "{\"apiVersion\":\"authorization.k8s.io/v1\",\"kind\":\"SubjectAccessReview\",\"spec\":{\"user\":\"u\",\"groups\":[\"g\"],\"nonResourceAttributes\":{\"verb\":\"get\",\"path\":\"/x\"}}}"),
        new Sample(
            "/apis/authentication.k8s.io/v1/tokenreviews",
            "{\"apiVersion\":\"authentication.k8s.io/v1\",\"kind\":\"TokenReview\",\"spec\":{\"token\":\"a.b.c\",\"audiences\":[\"x\"]}}"));
  }

  private static Sample devices(String version, String plural, String kind, String rest) {
    return group("resource.k8s.io/" + version, plural, kind, rest);
  }

  private static Sample core(String plural, String kind, String rest) {
    return new Sample("/api/v1/namespaces/fuzz/" + plural, object("v1", kind, rest));
  }

  private static Sample group(String version, String plural, String kind, String rest) {
    return new Sample(
        "/apis/%s/namespaces/fuzz/%s".formatted(version, plural), object(version, kind, rest));
  }

  private static Sample cluster(String version, String plural, String kind, String rest) {
    var root = version.contains("/") ? "/apis/" : "/api/";
    return new Sample(root + version + "/" + plural, object(version, kind, rest));
  }

  private static String object(String version, String kind, String rest) {
    return """
    {"apiVersion":"%s","kind":"%s","metadata":{"name":"NAME","labels":{"a":"b"},"annotations":{"c":"d"},\
    "finalizers":["example.com/f"],"ownerReferences":[{"apiVersion":"v1","kind":"ConfigMap","name":"o","uid":"u"}]},%s}\
    """
        .formatted(version, kind, rest);
  }
}
