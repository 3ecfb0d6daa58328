/**
 * The life of a run: assignment, readiness, phases, sampling, clocks, delivery and verdict.
 * Accesses workers only through their port.
 */
package io.tidemark.coordinator;
