/** The workers of a command: where they are, and how they are reached. */
package io.tidemark.runs.workers;
