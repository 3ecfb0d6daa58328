/**
 * The command line: reads arguments, wires the parts, prints, and turns outcomes into exit codes.
 */
package io.tidemark.cli;
