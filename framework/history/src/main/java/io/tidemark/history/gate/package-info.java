/**
 * The gate for CI: new runs against the current level of their series, and changes that were
 * accepted.
 */
@org.jspecify.annotations.NullMarked
package io.tidemark.history.gate;
