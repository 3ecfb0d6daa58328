/**
 * The reference driver: topics in memory. Read {@link
 * io.tidemark.driver.inmemory.InMemoryBenchmarkDriver} first; it shows every part of the SPI and
 * every optional capability that a broker without a network can have.
 *
 * <p>The topics live as long as a driver of their space is open, in one class loader: two workers
 * see the same topics only when they run in one JVM and share the loader of this driver. Workers
 * that load their drivers apart, or run on several hosts, do not. For several processes of one
 * machine there is {@link io.tidemark.driver.inmemory.shared.SharedInMemoryBenchmarkDriver}.
 */
package io.tidemark.driver.inmemory;
