/** What was acknowledged, received and counted by the broker, compared. */
package io.tidemark.coordinator.delivery;
