/** Tries a driver with its file: one message, or one request, through the broker. */
package io.tidemark.worker.check;
