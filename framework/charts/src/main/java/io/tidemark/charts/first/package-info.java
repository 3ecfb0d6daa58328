/** The first screen of the report page: the answer, with its picture as SVG. */
@org.jspecify.annotations.NullMarked
package io.tidemark.charts.first;
