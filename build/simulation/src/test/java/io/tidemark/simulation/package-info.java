/** Deterministic simulation of runs: its command and its tests. See build/simulation/README.md. */
package io.tidemark.simulation;
