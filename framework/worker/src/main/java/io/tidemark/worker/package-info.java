/**
 * A load generator in this process: {@link io.tidemark.worker.LocalWorker} implements the
 * coordinator's port and hosts one driver at a time.
 */
package io.tidemark.worker;
