/** Metrics of the broker, from the driver or from Prometheus' endpoints. */
package io.tidemark.worker.telemetry;
