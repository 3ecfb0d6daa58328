/**
 * Runs of a command: what all of them share with the command that starts them. It prints through a
 * {@link io.tidemark.runs.Console}, and never ends the process.
 */
package io.tidemark.runs;
