/** Explains names from their declarations: keys, metrics, findings, options and others. */
package io.tidemark.cli.explain;
