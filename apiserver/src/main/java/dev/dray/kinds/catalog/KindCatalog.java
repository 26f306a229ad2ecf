package dev.dray.kinds.catalog;

import dev.dray.api.gate.Gates;
import dev.dray.kinds.Kinds;
import dev.dray.kinds.Resource;
import dev.dray.kinds.RuntimeConfig;
import dev.dray.kinds.device.DeviceKinds;
import dev.dray.schema.Schemas;
import java.time.InstantSource;
import java.util.ArrayList;

/** The catalog of all kinds: a new kind is added to one of the lists that are joined here. */
public final class KindCatalog {
  private KindCatalog() {}

  /** Returns the kinds of a server with these gates, in the versions that {@code config} serves. */
  public static Kinds served(
      Gates gates, RuntimeConfig config, Schemas schemas, InstantSource clock) {
    var known = new ArrayList<Resource>();
    known.addAll(CoreKinds.all(schemas));
    known.addAll(DeviceKinds.all(gates, clock));
    return new Kinds(known, config);
  }
}
