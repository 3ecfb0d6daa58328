/** Drawings: charts and flame graphs as SVG, and the colours of charts. */
package io.tidemark.charts;
