/** Bisection with noise: which of many candidates, in their order, is the first of a new level. */
@org.jspecify.annotations.NullMarked
package io.tidemark.features.history.bisect;
