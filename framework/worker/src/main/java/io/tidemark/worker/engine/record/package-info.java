/** What lanes and consumers record in: counts, latencies, sequences, phases and incidents. */
package io.tidemark.worker.engine.record;
