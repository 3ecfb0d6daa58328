/** Senders and handlers of requests, and their timeouts. */
package io.tidemark.worker.engine.requestreply;
