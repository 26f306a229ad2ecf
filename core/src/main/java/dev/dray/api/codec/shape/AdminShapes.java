package dev.dray.api.codec.shape;

import static dev.dray.api.codec.shape.MetaShapes.CONDITION;
import static dev.dray.api.codec.shape.MetaShapes.OBJECT_META;
import static dev.dray.api.codec.shape.ScalarShape.INT;
import static dev.dray.api.codec.shape.ScalarShape.QUANTITY;
import static dev.dray.api.codec.shape.ScalarShape.STRING;

import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.DeviceClassConfiguration;
import dev.dray.api.resource.DeviceClassSpec;
import dev.dray.api.resource.DevicePatch;
import dev.dray.api.resource.DevicePatchFilter;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.DeviceTaintRuleSpec;
import dev.dray.api.resource.DeviceTaintRuleStatus;
import dev.dray.api.resource.DeviceTaintSelector;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.api.resource.ResourceSlicePatchSpec;
import dev.dray.api.resource.device.DeviceCapacity;
import java.util.Map;

/** The shapes of the kinds that cluster admins write: device classes, taint rules and patches. */
final class AdminShapes {
  private AdminShapes() {}

  private static final ObjectShape<DeviceClassConfiguration> CLASS_CONFIG =
      ObjectShape.of(
          fields ->
              new DeviceClassConfiguration(
                  fields.maybe("opaque", ClaimShapes.OPAQUE, DeviceClassConfiguration::opaque)));

  private static final ObjectShape<DeviceClassSpec> CLASS_SPEC =
      ObjectShape.of(
          fields ->
              new DeviceClassSpec(
                  fields.list("selectors", RequestShapes.SELECTOR, DeviceClassSpec::selectors),
                  fields.list("config", CLASS_CONFIG, DeviceClassSpec::config),
                  fields.maybe(
                      "extendedResourceName", STRING, DeviceClassSpec::extendedResourceName)));

  static final ObjectShape<DeviceClass> DEVICE_CLASS =
      ObjectShape.of(
          fields ->
              new DeviceClass(
                  fields.add("metadata", OBJECT_META, DeviceClass::metadata),
                  fields.always("spec", CLASS_SPEC, DeviceClass::spec)));

  private static final String REMOVED =
      "removed in Kubernetes 1.35: select by driver, pool and device";

  private static final ObjectShape<DeviceTaintSelector> TAINT_SELECTOR =
      ObjectShape.of(
          Map.of("deviceClassName", REMOVED, "selectors", REMOVED),
          fields ->
              new DeviceTaintSelector(
                  fields.maybe("driver", STRING, DeviceTaintSelector::driver),
                  fields.maybe("pool", STRING, DeviceTaintSelector::pool),
                  fields.maybe("device", STRING, DeviceTaintSelector::device)));

  private static final ObjectShape<DeviceTaintRuleSpec> TAINT_RULE_SPEC =
      ObjectShape.of(
          fields ->
              new DeviceTaintRuleSpec(
                  fields.maybe(
                      "deviceSelector", TAINT_SELECTOR, DeviceTaintRuleSpec::deviceSelector),
                  fields.always("taint", SliceShapes.TAINT, DeviceTaintRuleSpec::taint)));

  private static final ObjectShape<DeviceTaintRuleStatus> TAINT_RULE_STATUS =
      ObjectShape.of(
          fields ->
              new DeviceTaintRuleStatus(
                  fields.list("conditions", CONDITION, DeviceTaintRuleStatus::conditions)));

  static final ObjectShape<DeviceTaintRule> DEVICE_TAINT_RULE =
      ObjectShape.of(
          fields ->
              new DeviceTaintRule(
                  fields.add("metadata", OBJECT_META, DeviceTaintRule::metadata),
                  fields.always("spec", TAINT_RULE_SPEC, DeviceTaintRule::spec),
                  fields.add("status", TAINT_RULE_STATUS, DeviceTaintRule::status)));

  private static final ObjectShape<DevicePatchFilter> PATCH_FILTER =
      ObjectShape.of(
          fields ->
              new DevicePatchFilter(
                  fields.maybe("deviceClassName", STRING, DevicePatchFilter::deviceClassName),
                  fields.maybe("driver", STRING, DevicePatchFilter::driver),
                  fields.maybe("pool", STRING, DevicePatchFilter::pool),
                  fields.maybe("device", STRING, DevicePatchFilter::device),
                  fields.list("selectors", RequestShapes.SELECTOR, DevicePatchFilter::selectors)));

  /**
   * A capacity in a patch. A missing amount is a mistake there, and stays missing until validation
   * reports it.
   */
  private static final ObjectShape<DeviceCapacity> PATCH_CAPACITY =
      ObjectShape.of(
          fields ->
              new DeviceCapacity(
                  fields.add("value", QUANTITY, DeviceCapacity::value),
                  fields.maybe(
                      "requestPolicy", SliceShapes.POLICY, DeviceCapacity::requestPolicy)));

  private static final ObjectShape<DevicePatch> PATCH =
      ObjectShape.of(
          Map.of("taints", "taints are set by a DeviceTaintRule"),
          fields ->
              new DevicePatch(
                  fields.maybe("filter", PATCH_FILTER, DevicePatch::filter),
                  fields.maybe("priority", INT, DevicePatch::priority),
                  fields.map(
                      "attributes",
                      new AttributeShape(AttributeShape.Nullable.YES),
                      DevicePatch::attributes),
                  fields.map("capacity", PATCH_CAPACITY, DevicePatch::capacity)));

  private static final ObjectShape<ResourceSlicePatchSpec> PATCH_SPEC =
      ObjectShape.of(
          fields ->
              new ResourceSlicePatchSpec(
                  fields.always("devices", PATCH, ResourceSlicePatchSpec::devices)));

  static final ObjectShape<ResourceSlicePatch> RESOURCE_SLICE_PATCH =
      ObjectShape.of(
          fields ->
              new ResourceSlicePatch(
                  fields.add("metadata", OBJECT_META, ResourceSlicePatch::metadata),
                  fields.always("spec", PATCH_SPEC, ResourceSlicePatch::spec)));
}
