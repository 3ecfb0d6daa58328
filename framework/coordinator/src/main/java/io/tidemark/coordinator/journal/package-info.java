/**
 * Events, samples and telemetry of a run, on disk or in memory: memory use does not grow with its
 * length.
 */
package io.tidemark.coordinator.journal;
