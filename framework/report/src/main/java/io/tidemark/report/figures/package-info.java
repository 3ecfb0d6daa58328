/** Figures of a run, as {@code result.json} has them. */
@org.jspecify.annotations.NullMarked
package io.tidemark.report.figures;
