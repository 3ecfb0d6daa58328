/**
 * What a seed decides: the load, the faults, and when they happen. It knows nothing of what is
 * simulated. Rewritten like the code that is tested.
 */
package io.tidemark.simulation.plan;
