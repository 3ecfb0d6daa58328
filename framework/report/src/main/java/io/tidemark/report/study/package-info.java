/** Answers of a study. */
@org.jspecify.annotations.NullMarked
package io.tidemark.report.study;
