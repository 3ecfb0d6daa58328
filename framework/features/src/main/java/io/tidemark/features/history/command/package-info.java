/** The commands of {@code bin/benchmark history}. */
@org.jspecify.annotations.NullMarked
package io.tidemark.features.history.command;
