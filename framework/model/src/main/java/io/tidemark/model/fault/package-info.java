/** Faults of a workload: what, when and where, and the port that injects them. Values only. */
package io.tidemark.model.fault;
