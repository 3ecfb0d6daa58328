/** What was measured, and how, in a few lines. */
@org.jspecify.annotations.NullMarked
package io.tidemark.report.setup;
