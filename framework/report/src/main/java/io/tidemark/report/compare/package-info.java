/** Comparisons of stored runs, with statistics. */
@org.jspecify.annotations.NullMarked
package io.tidemark.report.compare;
