package dev.dray.remote;

import dev.dray.client.http.Kubeconfig;
import dev.dray.election.Settings;
import java.util.Optional;

/**
 * The settings of a component that runs alone.
 *
 * @param component the name by which the API knows the client, such as {@code dray-scheduler}
 * @param election the election it must win before it works; empty if it is the only instance
 * @param address the address of metrics and health
 * @param port the port of metrics and health; 0 for any free one
 */
public record RemoteOptions(
    String component, Kubeconfig config, Optional<Settings> election, String address, int port) {}
