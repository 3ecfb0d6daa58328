/**
 * The engine: paces, stamps and sends messages, takes them in again, and measures both. {@link
 * io.tidemark.worker.engine.Engine} is the only way in.
 */
package io.tidemark.worker.engine;
