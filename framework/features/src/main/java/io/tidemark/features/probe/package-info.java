/** What {@code bin/benchmark probe} measures: the CPU, a disk, and round trips. */
package io.tidemark.features.probe;
