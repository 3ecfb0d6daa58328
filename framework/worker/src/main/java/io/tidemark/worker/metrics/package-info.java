/** What a worker does, for Prometheus. */
package io.tidemark.worker.metrics;
