/** CSV files of a run. */
@org.jspecify.annotations.NullMarked
package io.tidemark.report.csv;
