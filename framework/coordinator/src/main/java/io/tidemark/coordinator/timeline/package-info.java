/** Snapshots of all workers merged into samples and phases. */
package io.tidemark.coordinator.timeline;
