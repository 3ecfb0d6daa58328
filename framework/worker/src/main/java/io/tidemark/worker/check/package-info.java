/**
 * Tries a driver with its file: one message, or one request, through the broker; removes topics of
 * killed runs.
 */
package io.tidemark.worker.check;
