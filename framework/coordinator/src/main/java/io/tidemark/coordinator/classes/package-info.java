/** Traffic classes: a run for each class, at the same time, and the total of their results. */
package io.tidemark.coordinator.classes;
