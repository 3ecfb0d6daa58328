/** Consumers that refuse messages as planned, and those of dead-letter destinations. */
package io.tidemark.worker.engine.outcome;
