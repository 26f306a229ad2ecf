package dev.dray.verify.gates;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * An object that uses a feature.
 *
 * @param gate the feature's name
 * @param path where objects of its kind are made
 * @param body the object, whose name is written {@code NAME}
 * @param field where the field is, as a JSON pointer
 * @param status written to the status of the object once it is made; none if empty
 * @param off what becomes of a new object while the feature is off
 * @param within the feature that what holds the field is of; while that is off, it goes as a whole
 */
record Use(
    String gate,
    String path,
    String body,
    String field,
    String status,
    Off off,
    Optional<String> within) {

  private Use(String gate, String path, String body, String field, String status, Off off) {
    this(gate, path, body, field, status, off, Optional.empty());
  }

  private Use within(String other) {
    return new Use(gate, path, body, field, status, off, Optional.of(other));
  }

  /** What becomes of a new object while these features are off, its own among them. */
  Off whileOff(Set<String> features) {
    return within.filter(features::contains).isPresent() ? Off.DROPPED : off;
  }

  /** Whether the object would still use the feature without the field. */
  boolean isOneOfSeveral() {
    return fieldName().equals("includes");
  }

  /** What the server does with the field of a feature that is off. */
  enum Off {
    DROPPED,
    /** What is left without the field is not valid. */
    REFUSED
  }

  private static final String SLICES = "/apis/resource.k8s.io/v1/resourceslices";
  private static final String CLAIMS = "/apis/resource.k8s.io/v1/namespaces/gates/resourceclaims";

  static List<Use> all() {
    return List.of(
        device(
            "DRADeviceTaints", "\"taints\":[{\"key\":\"k\",\"effect\":\"NoSchedule\"}]", "taints"),
        claim(
            "DRADeviceTaints",
            "\"tolerations\":[{\"key\":\"k\",\"operator\":\"Exists\"}]",
            "tolerations"),
        device(
            "DRAPartitionableDevices",
            "\"consumesCounters\":[{\"counterSet\":\"s\",\"counters\":{\"c\":{\"value\":\"1\"}}}]",
            "consumesCounters"),
        perDeviceNodes(),
        device(
            "DRAConsumableCapacity",
            "\"allowMultipleAllocations\":true",
            "allowMultipleAllocations"),
        claim(
            "DRAConsumableCapacity",
            "\"capacity\":{\"requests\":{\"memory\":\"1Gi\"}}",
            "capacity"),
        result(
            "DRAConsumableCapacity",
            "\"shareID\":\"11111111-1111-4111-8111-111111111111\"",
            "shareID"),
        device(
            "DRADeviceBindingConditions",
            "\"bindingConditions\":[\"a\"],\"bindingFailureConditions\":[\"b\"]",
            "bindingConditions"),
        result(
            "DRADeviceBindingConditions",
            "\"bindingConditions\":[\"a\"],\"bindingFailureConditions\":[\"b\"]",
            "bindingConditions"),
        device(
            "DRADeviceCompatibilityGroups",
            "\"consumesCounters\":[{\"counterSet\":\"s\",\"compatibilityGroups\":[\"g\"],\"counters\":{\"c\":{\"value\":\"1\"}}}]",
            "consumesCounters/0/compatibilityGroups"),
        result(
            "DRADeviceCompatibilityGroups",
            "\"compatibilityGroups\":{\"s\":[\"g\"]}",
            "compatibilityGroups"),
        device(
            "DRANodeAllocatableResources",
            "\"nodeAllocatableResources\":{\"cpu\":{\"overhead\":{\"perPod\":\"1\"}}}",
            "nodeAllocatableResources"),
        partitionType(),
        listAttribute(),
        slice("DRAOptionalNodeOperations", "\"skipNodeOperations\":[\"*\"]", "skipNodeOperations"),
        derivedAttribute(),
        slice(
            "DRAResourceSliceMixins",
            "\"mixins\":{\"device\":[{\"name\":\"m\",\"attributes\":{\"x\":{\"int\":1}}}]}",
            "mixins"),
        deviceIncludes(),
        counterSetIncludes(),
        consumptionIncludes(),
        counterPolicy(),
        valueFrom(),
        result(
            "DRASharedConsumableCapacity",
            "\"consumedCounters\":{\"s\":{\"c\":\"1\"}}",
            "consumedCounters"),
        patch("attributes", "{\"example.com/a\":{\"string\":\"b\"}}"),
        patch("capacity", "{\"example.com/c\":{\"value\":\"1\"}}"));
  }

  private static Use device(String gate, String field, String name) {
    return new Use(
        gate,
        SLICES,
        sliceWith("\"allNodes\":true,\"devices\":[{\"name\":\"d0\",%s}]".formatted(field)),
        "/spec/devices/0/" + name,
        "",
        Off.DROPPED);
  }

  private static Use slice(String gate, String field, String name) {
    return new Use(
        gate,
        SLICES,
        sliceWith("\"allNodes\":true,\"devices\":[{\"name\":\"d0\"}],%s".formatted(field)),
        "/spec/" + name,
        "",
        Off.DROPPED);
  }

  private static Use perDeviceNodes() {
    return new Use(
        "DRAPartitionableDevices",
        SLICES,
        sliceWith(
            "\"perDeviceNodeSelection\":true,\"devices\":[{\"name\":\"d0\",\"nodeName\":\"n\"}]"),
        "/spec/perDeviceNodeSelection",
        "",
        Off.REFUSED);
  }

  private static Use partitionType() {
    return new Use(
        "DRAPartitionableDevicesType",
        SLICES,
        sliceWith(
            "\"allNodes\":true,\"partitionTypeAttribute\":\"d.example.com/kind\","
                + "\"devices\":[{\"name\":\"d0\",\"attributes\":{\"kind\":{\"string\":\"half\"}},"
                + "\"consumesCounters\":[{\"counterSet\":\"s\",\"counters\":{\"c\":{\"value\":\"1\"}}}]}]"),
        "/spec/partitionTypeAttribute",
        "",
        Off.DROPPED);
  }

  private static Use listAttribute() {
    return new Use(
        "DRAListTypeAttributes",
        SLICES,
        sliceWith(
            "\"allNodes\":true,\"devices\":[{\"name\":\"d0\",\"attributes\":{\"l\":{\"strings\":[\"x\",\"y\"]}}}]"),
        "/spec/devices/0/attributes/l/strings",
        "",
        Off.REFUSED);
  }

  /** Without it the constraint would be about an attribute that devices may have. */
  private static Use derivedAttribute() {
    return new Use(
        "DRADerivedAttributes",
        CLAIMS,
        """
        {"apiVersion":"resource.k8s.io/v1","kind":"ResourceClaim","metadata":{"name":"NAME"},\
        "spec":{"devices":{"requests":[{"name":"r","exactly":{"deviceClassName":"c","derivedAttributes":[\
        {"name":"example.com/n","expression":"device.attributes[\\"d.example.com\\"].n"}]}}],\
        "constraints":[{"matchAttribute":"example.com/n"}]}}}\
        """,
        "/spec/devices/requests/0/exactly/derivedAttributes",
        "",
        Off.DROPPED);
  }

  private static Use counterPolicy() {
    return new Use(
        "DRASharedConsumableCapacity",
        SLICES,
        sliceWith(
            "\"allNodes\":true,\"sharedCounters\":[{\"name\":\"s\",\"counters\":{\"c\":{\"value\":\"10\",\"requestPolicy\":{\"default\":\"1\",\"validRange\":{\"min\":\"1\",\"max\":\"10\",\"step\":\"1\"}}}}}]"),
        "/spec/sharedCounters/0/counters/c/requestPolicy",
        "",
        Off.DROPPED);
  }

  /** Without what it includes it would be half a device. */
  private static Use deviceIncludes() {
    return new Use(
        "DRAResourceSliceMixins",
        SLICES,
        sliceWith(
            "\"allNodes\":true,\"mixins\":{\"device\":[{\"name\":\"m\",\"attributes\":{\"x\":{\"int\":1}}}]},"
                + "\"devices\":[{\"name\":\"d0\",\"includes\":[\"m\"]}]"),
        "/spec/devices/0/includes",
        "",
        Off.REFUSED);
  }

  private static Use counterSetIncludes() {
    return new Use(
            "DRAResourceSliceMixins",
            SLICES,
            sliceWith(
                "\"allNodes\":true,\"mixins\":{\"counterSet\":[{\"name\":\"m\",\"counters\":{\"c\":{\"value\":\"1\"}}}]},"
                    + "\"sharedCounters\":[{\"name\":\"s\",\"includes\":[\"m\"]}]"),
            "/spec/sharedCounters/0/includes",
            "",
            Off.REFUSED)
        .within("DRAPartitionableDevices");
  }

  private static Use consumptionIncludes() {
    return new Use(
            "DRAResourceSliceMixins",
            SLICES,
            sliceWith(
                "\"allNodes\":true,\"mixins\":{\"deviceCounterConsumption\":[{\"name\":\"m\",\"counters\":{\"c\":{\"value\":\"1\"}}}]},"
                    + "\"devices\":[{\"name\":\"d0\",\"consumesCounters\":[{\"counterSet\":\"s\",\"includes\":[\"m\"]}]}]"),
            "/spec/devices/0/consumesCounters/0/includes",
            "",
            Off.REFUSED)
        .within("DRAPartitionableDevices");
  }

  /** Without it nobody knows how much is consumed. */
  private static Use valueFrom() {
    return new Use(
            "DRASharedConsumableCapacity",
            SLICES,
            sliceWith(
                "\"allNodes\":true,\"devices\":[{\"name\":\"d0\",\"consumesCounters\":[{\"counterSet\":\"s\","
                    + "\"counters\":{\"c\":{\"valueFrom\":{\"capacityKey\":\"bandwidth\"}}}}]}]"),
            "/spec/devices/0/consumesCounters/0/counters/c/valueFrom",
            "",
            Off.REFUSED)
        .within("DRAPartitionableDevices");
  }

  private static Use patch(String field, String value) {
    return new Use(
        "DRAAdminControlledDeviceAttributes",
        "/apis/resource.k8s.io/v1alpha3/resourceslicepatches",
        """
        {"apiVersion":"resource.k8s.io/v1alpha3","kind":"ResourceSlicePatch","metadata":{"name":"NAME"},\
        "spec":{"devices":{"priority":1,"filter":{"driver":"d.example.com"},"%s":%s}}}\
        """
            .formatted(field, value),
        "/spec/devices/" + field,
        "",
        Off.DROPPED);
  }

  private static String sliceWith(String rest) {
    return """
    {"apiVersion":"resource.k8s.io/v1","kind":"ResourceSlice","metadata":{"name":"NAME"},\
    "spec":{"driver":"d.example.com","pool":{"name":"NAME","generation":1,"resourceSliceCount":1},%s}}\
    """
        .formatted(rest);
  }

  private static Use claim(String gate, String field, String name) {
    return new Use(
        gate,
        CLAIMS,
        claimWith("," + field),
        "/spec/devices/requests/0/exactly/" + name,
        "",
        Off.DROPPED);
  }

  /** Every object has a device of its own: they are there at the same time. */
  private static Use result(String gate, String field, String name) {
    var status =
        "{\"allocation\":{\"devices\":{\"results\":[{\"request\":\"r\",\"driver\":\"d.example.com\",\"pool\":\"status\",\"device\":\"NAME\",%s}]}}}"
            .formatted(field);
    return new Use(
        gate,
        CLAIMS,
        claimWith(""),
        "/status/allocation/devices/results/0/" + name,
        status,
        Off.DROPPED);
  }

  private static String claimWith(String field) {
    return """
    {"apiVersion":"resource.k8s.io/v1","kind":"ResourceClaim","metadata":{"name":"NAME"},\
    "spec":{"devices":{"requests":[{"name":"r","exactly":{"deviceClassName":"c"%s}}]}}}\
    """
        .formatted(field);
  }

  /** The end of the path by which a warning names the field. */
  String fieldName() {
    return field.substring(field.lastIndexOf('/') + 1);
  }

  @Override
  public String toString() {
    return "%s of %s".formatted(field, gate);
  }
}
