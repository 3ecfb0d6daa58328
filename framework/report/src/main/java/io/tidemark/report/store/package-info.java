/** The run directory: written at the end of a run, and read again. */
@org.jspecify.annotations.NullMarked
package io.tidemark.report.store;
