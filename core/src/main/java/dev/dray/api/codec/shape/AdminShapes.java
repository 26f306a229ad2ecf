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

/** The shapes of the kinds that cluster admins write: device classes, taint rules and patches. */
final class AdminShapes {
  private AdminShapes() {}

  private static final ObjectShape<DeviceClassConfiguration> CLASS_CONFIG =
      ObjectShape.of(
          fields -> {
            var opaque =
                fields.maybe("opaque", ClaimShapes.OPAQUE, DeviceClassConfiguration::opaque);
            return values -> new DeviceClassConfiguration(values.get(opaque));
          });

  private static final ObjectShape<DeviceClassSpec> CLASS_SPEC =
      ObjectShape.of(
          fields -> {
            var selectors =
                fields.list("selectors", RequestShapes.SELECTOR, DeviceClassSpec::selectors);
            var config = fields.list("config", CLASS_CONFIG, DeviceClassSpec::config);
            var extended =
                fields.maybe("extendedResourceName", STRING, DeviceClassSpec::extendedResourceName);
            return values ->
                new DeviceClassSpec(
                    values.get(selectors), values.get(config), values.get(extended));
          });

  static final ObjectShape<DeviceClass> DEVICE_CLASS =
      ObjectShape.of(
          fields -> {
            var metadata = fields.add("metadata", OBJECT_META, DeviceClass::metadata);
            var spec = fields.always("spec", CLASS_SPEC, DeviceClass::spec);
            return values -> new DeviceClass(values.get(metadata), values.get(spec));
          });

  private static final ObjectShape<DeviceTaintSelector> TAINT_SELECTOR =
      ObjectShape.of(
          fields -> {
            var driver = fields.maybe("driver", STRING, DeviceTaintSelector::driver);
            var pool = fields.maybe("pool", STRING, DeviceTaintSelector::pool);
            var device = fields.maybe("device", STRING, DeviceTaintSelector::device);
            var removed = "removed in Kubernetes 1.35: select by driver, pool and device";
            fields.hint("deviceClassName", removed);
            fields.hint("selectors", removed);
            return values ->
                new DeviceTaintSelector(values.get(driver), values.get(pool), values.get(device));
          });

  private static final ObjectShape<DeviceTaintRuleSpec> TAINT_RULE_SPEC =
      ObjectShape.of(
          fields -> {
            var selector =
                fields.maybe("deviceSelector", TAINT_SELECTOR, DeviceTaintRuleSpec::deviceSelector);
            var taint = fields.always("taint", SliceShapes.TAINT, DeviceTaintRuleSpec::taint);
            return values -> new DeviceTaintRuleSpec(values.get(selector), values.get(taint));
          });

  private static final ObjectShape<DeviceTaintRuleStatus> TAINT_RULE_STATUS =
      ObjectShape.of(
          fields -> {
            var conditions =
                fields.list("conditions", CONDITION, DeviceTaintRuleStatus::conditions);
            return values -> new DeviceTaintRuleStatus(values.get(conditions));
          });

  static final ObjectShape<DeviceTaintRule> DEVICE_TAINT_RULE =
      ObjectShape.of(
          fields -> {
            var metadata = fields.add("metadata", OBJECT_META, DeviceTaintRule::metadata);
            var spec = fields.always("spec", TAINT_RULE_SPEC, DeviceTaintRule::spec);
            var status = fields.add("status", TAINT_RULE_STATUS, DeviceTaintRule::status);
            return values ->
                new DeviceTaintRule(values.get(metadata), values.get(spec), values.get(status));
          });

  private static final ObjectShape<DevicePatchFilter> PATCH_FILTER =
      ObjectShape.of(
          fields -> {
            var className =
                fields.maybe("deviceClassName", STRING, DevicePatchFilter::deviceClassName);
            var driver = fields.maybe("driver", STRING, DevicePatchFilter::driver);
            var pool = fields.maybe("pool", STRING, DevicePatchFilter::pool);
            var device = fields.maybe("device", STRING, DevicePatchFilter::device);
            var selectors =
                fields.list("selectors", RequestShapes.SELECTOR, DevicePatchFilter::selectors);
            return values ->
                new DevicePatchFilter(
                    values.get(className),
                    values.get(driver),
                    values.get(pool),
                    values.get(device),
                    values.get(selectors));
          });

  /**
   * A capacity in a patch. A missing amount is a mistake there, and stays missing until validation
   * reports it.
   */
  private static final ObjectShape<DeviceCapacity> PATCH_CAPACITY =
      ObjectShape.of(
          fields -> {
            var value = fields.add("value", QUANTITY, DeviceCapacity::value);
            var policy =
                fields.maybe("requestPolicy", SliceShapes.POLICY, DeviceCapacity::requestPolicy);
            return values -> new DeviceCapacity(values.get(value), values.get(policy));
          });

  private static final ObjectShape<DevicePatch> PATCH =
      ObjectShape.of(
          fields -> {
            var filter = fields.maybe("filter", PATCH_FILTER, DevicePatch::filter);
            var priority = fields.maybe("priority", INT, DevicePatch::priority);
            var attributes =
                fields.map(
                    "attributes",
                    new AttributeShape(AttributeShape.Nullable.YES),
                    DevicePatch::attributes);
            var capacity = fields.map("capacity", PATCH_CAPACITY, DevicePatch::capacity);
            fields.hint("taints", "taints are set by a DeviceTaintRule");
            return values ->
                new DevicePatch(
                    values.get(filter),
                    values.get(priority),
                    values.get(attributes),
                    values.get(capacity));
          });

  private static final ObjectShape<ResourceSlicePatchSpec> PATCH_SPEC =
      ObjectShape.of(
          fields -> {
            var devices = fields.always("devices", PATCH, ResourceSlicePatchSpec::devices);
            return values -> new ResourceSlicePatchSpec(values.get(devices));
          });

  static final ObjectShape<ResourceSlicePatch> RESOURCE_SLICE_PATCH =
      ObjectShape.of(
          fields -> {
            var metadata = fields.add("metadata", OBJECT_META, ResourceSlicePatch::metadata);
            var spec = fields.always("spec", PATCH_SPEC, ResourceSlicePatch::spec);
            return values -> new ResourceSlicePatch(values.get(metadata), values.get(spec));
          });
}
