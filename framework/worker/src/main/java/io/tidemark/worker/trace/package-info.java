/** Records the messages of an existing topic as a trace, through a driver. */
package io.tidemark.worker.trace;
