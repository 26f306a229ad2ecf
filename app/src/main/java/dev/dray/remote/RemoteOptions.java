package dev.dray.remote;

import static java.util.Objects.requireNonNull;

import dev.dray.client.http.Kubeconfig;
import dev.dray.election.Settings;
import java.util.Optional;

/**
 * How a component runs alone.
 *
 * @param component by which the API knows who asks, such as {@code dray-scheduler}
 * @param election what it must win before it works; empty if it is the only one
 * @param address where metrics and health are shown
 * @param port 0 is any free one
 */
public record RemoteOptions(
    String component, Kubeconfig config, Optional<Settings> election, String address, int port) {
  public RemoteOptions {
    requireNonNull(component, "component");
    requireNonNull(config, "config");
    requireNonNull(election, "election");
    requireNonNull(address, "address");
  }
}
