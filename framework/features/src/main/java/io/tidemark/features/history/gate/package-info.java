/** The gate for CI: new runs against the current level of their series. */
@org.jspecify.annotations.NullMarked
package io.tidemark.features.history.gate;
