package dev.dray.api.codec;

import dev.dray.api.codec.shape.AttributeShape;
import dev.dray.api.codec.shape.SliceShapes;
import dev.dray.api.codec.shape.WireShape;
import dev.dray.api.codec.text.JsonOutput;
import dev.dray.api.resource.device.Counter;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceCapacity;
import dev.dray.api.resource.device.DeviceTaint;

/** A writer of single slice entries as JSON on one line, to show them or to measure them. */
public final class EntryWriter {
  private static final AttributeShape ATTRIBUTE = new AttributeShape(AttributeShape.Nullable.YES);

  private EntryWriter() {}

  public static String json(DeviceAttribute attribute) {
    return json(ATTRIBUTE, attribute);
  }

  public static String json(DeviceCapacity capacity) {
    return json(SliceShapes.CAPACITY, capacity);
  }

  public static String json(Counter counter) {
    return json(SliceShapes.COUNTER, counter);
  }

  public static String json(DeviceTaint taint) {
    return json(SliceShapes.TAINT, taint);
  }

  /** Returns the text in quotes, as a name or a value. */
  public static String json(String text) {
    var out = new JsonOutput(JsonOutput.Layout.COMPACT);
    out.string(text);
    return out.toString();
  }

  private static <T> String json(WireShape<T> shape, T value) {
    var out = new JsonOutput(JsonOutput.Layout.COMPACT);
    shape.write(value, out);
    return out.toString();
  }
}
