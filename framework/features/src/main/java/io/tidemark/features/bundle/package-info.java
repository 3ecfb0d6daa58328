/** Runs and studies in one file, and their repetition on another machine. */
@org.jspecify.annotations.NullMarked
package io.tidemark.features.bundle;
