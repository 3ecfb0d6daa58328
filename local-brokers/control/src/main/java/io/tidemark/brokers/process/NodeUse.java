package io.tidemark.brokers.process;

import java.util.OptionalDouble;

/**
 * What the processes of a node, or its container, have used since the first reading. Sums never
 * decrease, also when the node is started again.
 *
 * @param node its number
 * @param cpuSeconds in user and kernel mode
 * @param diskReadBytes fetched from disks; empty if the kernel does not show it to this user
 * @param diskWrittenBytes handed to disks, also those that the page cache still holds
 * @param residentBytes memory in use now: of processes with shared pages counted once for each, of
 *     a container with the part of the page cache that is in use
 * @param inContainer whether the figures are those of a container
 */
public record NodeUse(
    int node,
    double cpuSeconds,
    OptionalDouble diskReadBytes,
    OptionalDouble diskWrittenBytes,
    double residentBytes,
    boolean inContainer) {}
