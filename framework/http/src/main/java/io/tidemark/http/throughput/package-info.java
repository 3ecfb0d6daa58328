/** The throughput of the network between workers, for {@code bin/benchmark probe}. */
package io.tidemark.http.throughput;
