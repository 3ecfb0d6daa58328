/** The workers of a run: calls to all of them at once, and what each of them does. */
package io.tidemark.coordinator.fleet;
