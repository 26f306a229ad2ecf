package dev.dray.local;

import dev.dray.api.gate.Gates;
import dev.dray.api.json.Json;
import dev.dray.apiserver.ApiServerOptions;
import dev.dray.hollow.HollowOptions;
import dev.dray.scheduler.SchedulerOptions;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The settings of a control plane in one process.
 *
 * @param server the settings of the API server
 * @param gates the features of scheduler and controllers; the server has its own
 * @param parts the components beside the server
 * @param scheduler the settings of the scheduler, except that its features are {@code gates}
 * @param nodes the settings of simulated nodes
 * @param objects the objects to apply before anything else happens
 */
public record LocalOptions(
    ApiServerOptions server,
    Gates gates,
    Set<Part> parts,
    SchedulerOptions scheduler,
    HollowOptions nodes,
    List<Json.Obj> objects) {

  /** The components that can run beside the server. */
  public enum Part {
    CONTROLLERS,
    SCHEDULER,
    NODES
  }

  public LocalOptions {
    parts = parts.isEmpty() ? EnumSet.noneOf(Part.class) : EnumSet.copyOf(parts);
    objects = List.copyOf(objects);
  }

  /** Returns options with all components, on a server with these options. */
  public static LocalOptions on(ApiServerOptions server) {
    return new LocalOptions(
        server,
        server.gates(),
        EnumSet.allOf(Part.class),
        SchedulerOptions.defaults(server.gates()),
        HollowOptions.DEFAULT,
        List.of());
  }

  /**
   * Returns options with all components, with SQLite in a folder, on loopback, at any free port.
   */
  public static LocalOptions in(Path folder) {
    return on(ApiServerOptions.in(folder));
  }

  public LocalOptions withParts(Set<Part> parts) {
    return new LocalOptions(server, gates, parts, scheduler, nodes, objects);
  }

  public LocalOptions withGates(Gates gates) {
    return new LocalOptions(server, gates, parts, scheduler, nodes, objects);
  }

  public LocalOptions withNodes(HollowOptions nodes) {
    return new LocalOptions(server, gates, parts, scheduler, nodes, objects);
  }

  public LocalOptions withObjects(List<Json.Obj> objects) {
    return new LocalOptions(server, gates, parts, scheduler, nodes, objects);
  }
}
