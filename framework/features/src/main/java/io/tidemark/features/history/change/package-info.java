/** Change points: where the level of a series of figures changes for more than chance. */
@org.jspecify.annotations.NullMarked
package io.tidemark.features.history.change;
