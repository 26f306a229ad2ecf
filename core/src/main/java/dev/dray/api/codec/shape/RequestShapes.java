package dev.dray.api.codec.shape;

import static dev.dray.api.codec.shape.ScalarShape.BOOL;
import static dev.dray.api.codec.shape.ScalarShape.LONG;
import static dev.dray.api.codec.shape.ScalarShape.QUANTITY;
import static dev.dray.api.codec.shape.ScalarShape.STRING;

import dev.dray.api.codec.shape.ApiVersion.Dialect;
import dev.dray.api.codec.shape.ObjectShape.Fields;
import dev.dray.api.resource.claim.CapacityRequirements;
import dev.dray.api.resource.claim.CelDeviceSelector;
import dev.dray.api.resource.claim.DeviceDerivedAttribute;
import dev.dray.api.resource.claim.DeviceRequest;
import dev.dray.api.resource.claim.DeviceSelector;
import dev.dray.api.resource.claim.DeviceSubRequest;
import dev.dray.api.resource.claim.DeviceToleration;
import dev.dray.api.resource.claim.ExactDeviceRequest;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** The shapes of the requests in a claim. */
final class RequestShapes {
  private RequestShapes() {}

  private static final ObjectShape<CelDeviceSelector> CEL =
      ObjectShape.of(
          fields ->
              new CelDeviceSelector(
                  fields.always("expression", STRING, CelDeviceSelector::expression)));

  static final ObjectShape<DeviceSelector> SELECTOR =
      ObjectShape.of(
          Map.of("expression", "write \"cel: {expression: ...}\""),
          fields -> new DeviceSelector(fields.maybe("cel", CEL, DeviceSelector::cel)));

  private static final ObjectShape<CapacityRequirements> CAPACITY =
      ObjectShape.of(
          fields ->
              new CapacityRequirements(
                  fields.map("requests", QUANTITY, CapacityRequirements::requests)));

  private static final ObjectShape<DeviceDerivedAttribute> DERIVED =
      ObjectShape.of(
          fields ->
              new DeviceDerivedAttribute(
                  fields.always("name", STRING, DeviceDerivedAttribute::name),
                  fields.always("expression", STRING, DeviceDerivedAttribute::expression)));

  static final ObjectShape<DeviceToleration> TOLERATION =
      ObjectShape.of(
          fields ->
              new DeviceToleration(
                  fields.add("key", STRING, DeviceToleration::key),
                  fields.add("operator", STRING, DeviceToleration::operator),
                  fields.add("value", STRING, DeviceToleration::value),
                  fields.add("effect", STRING, DeviceToleration::effect),
                  fields.maybe("tolerationSeconds", LONG, DeviceToleration::tolerationSeconds)));

  /** Returns a request for devices of one class, in whichever object has its fields. */
  private static <T> ExactDeviceRequest exact(
      Fields<T> fields, Function<T, ExactDeviceRequest> of) {
    return new ExactDeviceRequest(
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

  private static final ObjectShape<ExactDeviceRequest> EXACT =
      ObjectShape.of(fields -> exact(fields, Function.identity()));

  private static final ObjectShape<DeviceSubRequest> SUB_REQUEST =
      ObjectShape.of(
          Map.of(
              "exactly",
              "an alternative has these fields itself, without \"exactly\"",
              "adminAccess",
              "alternatives cannot have admin access"),
          fields ->
              new DeviceSubRequest(
                  fields.always("name", STRING, DeviceSubRequest::name),
                  fields.always("deviceClassName", STRING, DeviceSubRequest::deviceClassName),
                  fields.list("selectors", SELECTOR, DeviceSubRequest::selectors),
                  fields.add("allocationMode", STRING, DeviceSubRequest::allocationMode),
                  fields.add("count", LONG, DeviceSubRequest::count),
                  fields.list("tolerations", TOLERATION, DeviceSubRequest::tolerations),
                  fields.maybe("capacity", CAPACITY, DeviceSubRequest::capacity),
                  fields.list("derivedAttributes", DERIVED, DeviceSubRequest::derivedAttributes)));

  private static final ObjectShape<DeviceRequest> REQUEST =
      ObjectShape.of(
          EXACT.hints("put it under \"exactly\", as v1 requires"),
          fields ->
              new DeviceRequest(
                  fields.always("name", STRING, DeviceRequest::name),
                  fields.maybe("exactly", EXACT, DeviceRequest::exactly),
                  fields.list("firstAvailable", SUB_REQUEST, DeviceRequest::firstAvailable)));

  private static final ObjectShape<DeviceRequest> V1BETA1_REQUEST =
      ObjectShape.of(
          Map.of("exactly", "v1beta1 has these fields in the request itself"),
          fields ->
              new DeviceRequest(
                  fields.always("name", STRING, DeviceRequest::name),
                  Optional.of(
                          exact(fields, (DeviceRequest it) -> it.exactly().orElse(EXACT.absent())))
                      .filter(it -> anySet(it, fields)),
                  fields.list("firstAvailable", SUB_REQUEST, DeviceRequest::firstAvailable)));

  /**
   * Returns whether a v1beta1 request has any of these fields; an empty list of selectors is
   * enough.
   */
  private static boolean anySet(ExactDeviceRequest request, Fields<DeviceRequest> fields) {
    return !request.deviceClassName().isEmpty()
        || !request.allocationMode().isEmpty()
        || request.count() != 0
        || Stream.of("selectors", "adminAccess", "tolerations", "capacity", "derivedAttributes")
            .anyMatch(fields::has);
  }

  static WireShape<DeviceRequest> request(Dialect dialect) {
    return switch (dialect) {
      case V1 -> REQUEST;
      case V1BETA1 -> V1BETA1_REQUEST;
    };
  }
}
