/** The hot path of sending: lanes, their schedules, load threads, and messages in flight. */
package io.tidemark.worker.engine.load;
