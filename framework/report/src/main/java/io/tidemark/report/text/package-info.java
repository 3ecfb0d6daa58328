/** Words about a run: its broker, facts, verdict and progress; the style of a terminal. */
@org.jspecify.annotations.NullMarked
package io.tidemark.report.text;
