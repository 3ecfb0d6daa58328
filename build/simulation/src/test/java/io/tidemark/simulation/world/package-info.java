/**
 * What is simulated around the real coordinator and workers: network, broker, clocks, the machine;
 * and the records of what really happened. Rewritten like the code that is tested.
 */
package io.tidemark.simulation.world;
