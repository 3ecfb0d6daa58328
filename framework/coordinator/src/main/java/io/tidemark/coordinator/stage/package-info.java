/** The stages of a run by its pattern, and the commands to the workers in each of them. */
package io.tidemark.coordinator.stage;
