/**
 * The driver of a run while it is in use: its life cycle, calls on its own thread with deadlines,
 * events and problems.
 */
package io.tidemark.worker.session;
