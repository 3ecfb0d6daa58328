/** Provides the faults of workloads: on local brokers, pods and workers, and by commands. */
package io.tidemark.runs.fault;
