/** Watchers of a command's runs: lines, pictures for terminals, an estimate of the end, files. */
package io.tidemark.runs.watch;
