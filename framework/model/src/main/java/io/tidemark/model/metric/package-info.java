/**
 * The metrics of runs: each is declared once, and all that compares, judges or shows figures takes
 * its name, unit, direction and value from there.
 */
@org.jspecify.annotations.NullMarked
package io.tidemark.model.metric;
