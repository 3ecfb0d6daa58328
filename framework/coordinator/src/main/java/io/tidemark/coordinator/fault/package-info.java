/** The faults of a run: their schedule, their injection, and their effect on the message flow. */
package io.tidemark.coordinator.fault;
