/** Stored runs side by side, with reference lines, and the runs of a study. */
@org.jspecify.annotations.NullMarked
package io.tidemark.report.runs;
