package dev.dray.verify.planning;

import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.device.Device;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.verify.reference.World;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;

/** Devices with a mark at random, by which claims can select them: up to three marks in a pool. */
final class Marked {
  static final String DOMAIN = "marked.example.com";
  static final String ATTRIBUTE = DOMAIN + "/kind";

  private Marked() {}

  static World world(World world, long seed) {
    var random = new Random(seed);
    var pools = new TreeSet<String>();
    world.slices().forEach(slice -> pools.add(pool(slice)));
    var order = new ArrayList<>(pools);
    return world.withSlices(
        world.slices().stream().map(it -> marked(it, order.indexOf(pool(it)), random)).toList());
  }

  private static String pool(ResourceSlice slice) {
    return slice.spec().driver() + "/" + slice.spec().pool().name();
  }

  private static ResourceSlice marked(ResourceSlice slice, int pool, Random random) {
    var devices =
        slice.spec().devices().stream().map(it -> marked(it, pool * 10 + random.nextInt(3)));
    return slice.spec().deviceList().isEmpty()
        ? slice
        : slice.withSpec(slice.spec().withDeviceList(Optional.of(devices.toList())));
  }

  private static Device marked(Device device, int mark) {
    var attributes = new LinkedHashMap<>(device.attributes());
    attributes.put(ATTRIBUTE, new DeviceAttribute.IntValue(mark));
    return device.withAttributes(attributes);
  }

  /** Selects the devices of a mark. */
  static String selector(String mark) {
    return "device.attributes[\"%s\"].kind == %s".formatted(DOMAIN, mark);
  }

  static List<String> attributes() {
    return List.of(ATTRIBUTE);
  }
}
