/**
 * Processes on this machine with a folder each: start scripts, signals, limits, ports, watchdog.
 */
package io.tidemark.brokers.process;
