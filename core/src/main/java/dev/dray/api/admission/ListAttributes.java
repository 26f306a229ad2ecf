package dev.dray.api.admission;

import dev.dray.api.meta.FieldPath;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceAttribute.BoolValues;
import dev.dray.api.resource.device.DeviceAttribute.IntValues;
import dev.dray.api.resource.device.DeviceAttribute.Malformed;
import dev.dray.api.resource.device.DeviceAttribute.NullValue;
import dev.dray.api.resource.device.DeviceAttribute.StringValues;
import dev.dray.api.resource.device.DeviceAttribute.VersionValues;
import java.util.List;
import java.util.function.Consumer;

/** The four fields of an attribute that hold several values. */
final class ListAttributes {
  private ListAttributes() {}

  static void find(DeviceAttribute attribute, FieldPath at, Consumer<FieldPath> found) {
    switch (attribute) {
      case IntValues _ -> found.accept(at.child("ints"));
      case BoolValues _ -> found.accept(at.child("bools"));
      case StringValues _ -> found.accept(at.child("strings"));
      case VersionValues _ -> found.accept(at.child("versions"));
      case Malformed(var values) -> values.forEach(value -> find(value, at, found));
      case DeviceAttribute.Single _, NullValue _ -> {}
    }
  }

  /**
   * Removes the lists. The attribute stays even if nothing is left in it, so that validation
   * notices the loss.
   */
  static DeviceAttribute without(DeviceAttribute attribute) {
    if (attribute instanceof DeviceAttribute.Listed) {
      return new Malformed(List.of());
    }
    return attribute instanceof Malformed(var values)
        ? DeviceAttribute.of(
            values.stream().filter(it -> !(it instanceof DeviceAttribute.Listed)).toList())
        : attribute;
  }
}
