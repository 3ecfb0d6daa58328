/**
 * A load generator in this process: {@link io.tidemark.worker.LocalWorker} implements the port that
 * the coordinator speaks to, and hosts one driver at a time.
 */
package io.tidemark.worker;
