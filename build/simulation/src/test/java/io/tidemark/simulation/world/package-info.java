/**
 * What is simulated around the real coordinator and workers: network, broker, clocks, the machine;
 * and the judgement on each run. Rewritten like the code that is tested.
 */
package io.tidemark.simulation.world;
