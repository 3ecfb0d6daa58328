/** What happens before the load: clients, clocks, readiness. */
package io.tidemark.coordinator.prepare;
