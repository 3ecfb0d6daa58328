/** Charts of stored runs: which ones there are, what they show, and charts as text. */
@org.jspecify.annotations.NullMarked
package io.tidemark.report.chart;
