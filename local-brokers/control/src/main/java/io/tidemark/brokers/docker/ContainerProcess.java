package io.tidemark.brokers.docker;

/**
 * The first process of a container that runs.
 *
 * @param container its id, which is a part of the name of its control group
 * @param pid on the engine's machine
 */
public record ContainerProcess(String container, long pid) {}
