/** Differences between small samples, and what they prove. Pure functions; no input or output. */
package io.tidemark.report.statistics;
