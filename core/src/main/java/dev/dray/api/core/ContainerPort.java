package dev.dray.api.core;

/**
 * A port of a container.
 *
 * @param hostPort the port of the node that leads to it; 0 if none does
 */
public record ContainerPort(int containerPort, int hostPort) {}
