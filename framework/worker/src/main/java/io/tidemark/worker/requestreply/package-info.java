/** Requesters and responders of a run, of the driver or made of producers and consumers. */
package io.tidemark.worker.requestreply;
