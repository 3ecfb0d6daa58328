package io.tidemark.model.result;

/**
 * A metric of the broker during a trial of a search. Sums since a start are left out.
 *
 * @param name with its unit
 * @param mean of all readings during the trial, of every subject
 * @param highest of these readings
 * @param subject the node, queue or topic of the highest reading
 */
public record TrialTelemetry(String name, double mean, double highest, String subject) {}
