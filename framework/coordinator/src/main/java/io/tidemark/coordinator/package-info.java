/**
 * What a run is given and what it reports: plan, options, listener, stop signal. {@link
 * io.tidemark.coordinator.run.RunConductor} carries it out; it accesses workers only through their
 * port.
 */
package io.tidemark.coordinator;
