package io.tidemark.coordinator.search;

/**
 * A constant rate that was tried.
 *
 * @param ratePerSecond of all producers
 * @param full whether it had the length that decides; a short trial only finds the range
 * @param passed whether the system under test sustained the rate
 * @param achievedPerSecond what it handled of that rate
 */
public record Trial(double ratePerSecond, boolean full, boolean passed, double achievedPerSecond) {}
