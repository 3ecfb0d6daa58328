/** The hot path of receiving: messages of consumers, probes, and simulated processing time. */
package io.tidemark.worker.engine.receive;
