/** A run from its preparation to its result. */
package io.tidemark.coordinator.run;
