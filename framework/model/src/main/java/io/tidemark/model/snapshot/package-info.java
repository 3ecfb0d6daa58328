/**
 * What a worker measures: counts, latencies, audit data and state of the load, for each interval.
 */
package io.tidemark.model.snapshot;
