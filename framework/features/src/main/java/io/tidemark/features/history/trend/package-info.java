/** Trends: the course of a metric in a series, with its levels, changes and their likely causes. */
@org.jspecify.annotations.NullMarked
package io.tidemark.features.history.trend;
