/**
 * The engine: paces, stamps and sends messages, receives them, and measures both. {@link
 * io.tidemark.worker.engine.Engine} is the only way in.
 */
package io.tidemark.worker.engine;
