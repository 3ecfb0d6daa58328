package io.tidemark.brokers.process;

import java.util.OptionalDouble;

/**
 * What the processes of a node have used since the first reading. Sums never decrease, also when
 * the node is started again.
 *
 * @param node its number
 * @param cpuSeconds in user and kernel mode
 * @param diskReadBytes fetched from disks; empty if the kernel does not show it to this user
 * @param diskWrittenBytes handed to disks, also those that the page cache still holds
 * @param residentBytes memory in use now, shared pages counted once for each process
 */
public record NodeUse(
    int node,
    double cpuSeconds,
    OptionalDouble diskReadBytes,
    OptionalDouble diskWrittenBytes,
    double residentBytes) {}
