/** Figures of the broker during a run, and the reading of Prometheus pages. */
package io.tidemark.driver.telemetry;
