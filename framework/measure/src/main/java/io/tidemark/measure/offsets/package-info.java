/**
 * The audit of offsets: positions of a sample of the messages, committed offsets, and the order of
 * keys. No I/O, no threads.
 */
package io.tidemark.measure.offsets;
