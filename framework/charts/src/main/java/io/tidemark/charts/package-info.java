/** Charts of stored runs: which ones there are, and as SVG. */
package io.tidemark.charts;
