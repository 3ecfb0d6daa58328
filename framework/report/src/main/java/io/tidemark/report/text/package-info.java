/** Text tables of a run, for terminals. */
@org.jspecify.annotations.NullMarked
package io.tidemark.report.text;
