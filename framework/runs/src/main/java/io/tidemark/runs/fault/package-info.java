/** Provides the faults of workloads: on brokers and workers, and by commands. */
package io.tidemark.runs.fault;
