package io.tidemark.coordinator.timeline;

import java.util.Optional;

/**
 * A phase that has ended, with its times in the coordinator's clock.
 *
 * @param index number of the phase in snapshots
 * @param intendedRatePerSecond empty in a closed loop, and while nothing is sent
 * @param onlyReading whether nothing was sent in it
 */
public record PhaseSpan(
    int index,
    String name,
    boolean measured,
    long startEpochNanos,
    long lengthNanos,
    Optional<Double> intendedRatePerSecond,
    boolean onlyReading) {}
