/** The offsets of the workers' clocks, with their drift and error. */
package io.tidemark.coordinator.clock;
