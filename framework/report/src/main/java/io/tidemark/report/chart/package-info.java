/** What charts show, and charts as text; framework/charts draws them. */
@org.jspecify.annotations.NullMarked
package io.tidemark.report.chart;
