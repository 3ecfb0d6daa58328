/** Prometheus metrics of a worker. */
package io.tidemark.worker.metrics;
