/** Provides the faults of workloads: on local brokers and workers, and by commands. */
package io.tidemark.cli.fault;
