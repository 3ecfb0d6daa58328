/** The failure of the first of two sites, and its times. */
package io.tidemark.coordinator.failover;
