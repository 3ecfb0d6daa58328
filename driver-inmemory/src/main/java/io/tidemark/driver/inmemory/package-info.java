/**
 * The reference driver: topics in memory. Read {@link
 * io.tidemark.driver.inmemory.InMemoryBenchmarkDriver} first; it shows every part of the SPI and
 * every optional capability that a broker without a network can have.
 *
 * <p>The topics live as long as a driver of their space is open, in one class loader: two workers
 * see the same topics only when they run in one JVM and share the loader of this driver. Workers
 * that load their drivers separately, or run in several processes, do not.
 */
package io.tidemark.driver.inmemory;
