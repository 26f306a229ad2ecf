package dev.dray.api.codec.shape;

import static dev.dray.api.codec.shape.ScalarShape.BOOL;
import static dev.dray.api.codec.shape.ScalarShape.LONG;
import static dev.dray.api.codec.shape.ScalarShape.QUANTITY;
import static dev.dray.api.codec.shape.ScalarShape.STRING;

import dev.dray.api.codec.shape.ApiVersion.Dialect;
import dev.dray.api.codec.shape.ObjectShape.Fields;
import dev.dray.api.codec.shape.ObjectShape.Slot;
import dev.dray.api.codec.shape.ObjectShape.Values;
import dev.dray.api.resource.claim.CapacityRequirements;
import dev.dray.api.resource.claim.CelDeviceSelector;
import dev.dray.api.resource.claim.DeviceDerivedAttribute;
import dev.dray.api.resource.claim.DeviceRequest;
import dev.dray.api.resource.claim.DeviceSelector;
import dev.dray.api.resource.claim.DeviceSubRequest;
import dev.dray.api.resource.claim.DeviceToleration;
import dev.dray.api.resource.claim.ExactDeviceRequest;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The shapes of the requests in a claim. */
final class RequestShapes {
  private RequestShapes() {}

  private static final ObjectShape<CelDeviceSelector> CEL =
      ObjectShape.of(
          fields -> {
            var expression = fields.always("expression", STRING, CelDeviceSelector::expression);
            return values -> new CelDeviceSelector(values.get(expression));
          });

  static final ObjectShape<DeviceSelector> SELECTOR =
      ObjectShape.of(
          fields -> {
            var cel = fields.maybe("cel", CEL, DeviceSelector::cel);
            fields.hint("expression", "write \"cel: {expression: ...}\"");
            return values -> new DeviceSelector(values.get(cel));
          });

  private static final ObjectShape<CapacityRequirements> CAPACITY =
      ObjectShape.of(
          fields -> {
            var requests = fields.map("requests", QUANTITY, CapacityRequirements::requests);
            return values -> new CapacityRequirements(values.get(requests));
          });

  private static final ObjectShape<DeviceDerivedAttribute> DERIVED =
      ObjectShape.of(
          fields -> {
            var name = fields.always("name", STRING, DeviceDerivedAttribute::name);
            var expression =
                fields.always("expression", STRING, DeviceDerivedAttribute::expression);
            return values -> new DeviceDerivedAttribute(values.get(name), values.get(expression));
          });

  static final ObjectShape<DeviceToleration> TOLERATION =
      ObjectShape.of(
          fields -> {
            var key = fields.add("key", STRING, DeviceToleration::key);
            var operator = fields.add("operator", STRING, DeviceToleration::operator);
            var text = fields.add("value", STRING, DeviceToleration::value);
            var effect = fields.add("effect", STRING, DeviceToleration::effect);
            var seconds =
                fields.maybe("tolerationSeconds", LONG, DeviceToleration::tolerationSeconds);
            return values ->
                new DeviceToleration(
                    values.get(key),
                    values.get(operator),
                    values.get(text),
                    values.get(effect),
                    values.get(seconds));
          });

  /** The fields of a request for devices of one class, in whichever object declares them. */
  private record ExactFields(
      Slot<String> deviceClassName,
      Slot<List<DeviceSelector>> selectors,
      Slot<String> allocationMode,
      Slot<Long> count,
      Slot<Optional<Boolean>> adminAccess,
      Slot<List<DeviceToleration>> tolerations,
      Slot<Optional<CapacityRequirements>> capacity,
      Slot<List<DeviceDerivedAttribute>> derivedAttributes) {

    static <T> ExactFields in(Fields<T> fields, Function<T, ExactDeviceRequest> of) {
      return new ExactFields(
          fields.always("deviceClassName", STRING, of.andThen(ExactDeviceRequest::deviceClassName)),
          fields.list("selectors", SELECTOR, of.andThen(ExactDeviceRequest::selectors)),
          fields.add("allocationMode", STRING, of.andThen(ExactDeviceRequest::allocationMode)),
          fields.add("count", LONG, of.andThen(ExactDeviceRequest::count)),
          fields.maybe("adminAccess", BOOL, of.andThen(ExactDeviceRequest::adminAccess)),
          fields.list("tolerations", TOLERATION, of.andThen(ExactDeviceRequest::tolerations)),
          fields.maybe("capacity", CAPACITY, of.andThen(ExactDeviceRequest::capacity)),
          fields.list(
              "derivedAttributes", DERIVED, of.andThen(ExactDeviceRequest::derivedAttributes)));
    }

    ExactDeviceRequest request(Values values) {
      return new ExactDeviceRequest(
          values.get(deviceClassName),
          values.get(selectors),
          values.get(allocationMode),
          values.get(count),
          values.get(adminAccess),
          values.get(tolerations),
          values.get(capacity),
          values.get(derivedAttributes));
    }

    /**
     * Returns whether a v1beta1 request has any of these fields; an empty list of selectors is
     * enough.
     */
    boolean anySet(Values values) {
      return !values.get(deviceClassName).isEmpty()
          || !values.get(allocationMode).isEmpty()
          || values.get(count) != 0
          || values.has(selectors)
          || values.has(adminAccess)
          || values.has(tolerations)
          || values.has(capacity)
          || values.has(derivedAttributes);
    }
  }

  private static final ObjectShape<ExactDeviceRequest> EXACT =
      ObjectShape.of(fields -> ExactFields.in(fields, Function.identity())::request);

  private static final ObjectShape<DeviceSubRequest> SUB_REQUEST =
      ObjectShape.of(
          fields -> {
            var name = fields.always("name", STRING, DeviceSubRequest::name);
            var className =
                fields.always("deviceClassName", STRING, DeviceSubRequest::deviceClassName);
            var selectors = fields.list("selectors", SELECTOR, DeviceSubRequest::selectors);
            var mode = fields.add("allocationMode", STRING, DeviceSubRequest::allocationMode);
            var count = fields.add("count", LONG, DeviceSubRequest::count);
            var tolerations = fields.list("tolerations", TOLERATION, DeviceSubRequest::tolerations);
            var capacity = fields.maybe("capacity", CAPACITY, DeviceSubRequest::capacity);
            var derived =
                fields.list("derivedAttributes", DERIVED, DeviceSubRequest::derivedAttributes);
            fields.hint("exactly", "an alternative has these fields itself, without \"exactly\"");
            fields.hint("adminAccess", "alternatives cannot have admin access");
            return values ->
                new DeviceSubRequest(
                    values.get(name),
                    values.get(className),
                    values.get(selectors),
                    values.get(mode),
                    values.get(count),
                    values.get(tolerations),
                    values.get(capacity),
                    values.get(derived));
          });

  private static final ObjectShape<DeviceRequest> REQUEST =
      ObjectShape.of(
          fields -> {
            var name = fields.always("name", STRING, DeviceRequest::name);
            var exactly = fields.maybe("exactly", EXACT, DeviceRequest::exactly);
            var alternatives =
                fields.list("firstAvailable", SUB_REQUEST, DeviceRequest::firstAvailable);
            EXACT
                .names()
                .forEach(field -> fields.hint(field, "put it under \"exactly\", as v1 wants it"));
            return values ->
                new DeviceRequest(values.get(name), values.get(exactly), values.get(alternatives));
          });

  private static final ObjectShape<DeviceRequest> V1BETA1_REQUEST =
      ObjectShape.of(
          fields -> {
            var name = fields.always("name", STRING, DeviceRequest::name);
            var flat =
                ExactFields.in(
                    fields, (DeviceRequest request) -> request.exactly().orElse(EXACT.absent()));
            var alternatives =
                fields.list("firstAvailable", SUB_REQUEST, DeviceRequest::firstAvailable);
            fields.hint("exactly", "v1beta1 has these fields in the request itself");
            return values ->
                new DeviceRequest(
                    values.get(name),
                    flat.anySet(values) ? Optional.of(flat.request(values)) : Optional.empty(),
                    values.get(alternatives));
          });

  static WireShape<DeviceRequest> request(Dialect dialect) {
    return switch (dialect) {
      case V1 -> REQUEST;
      case V1BETA1 -> V1BETA1_REQUEST;
    };
  }
}
