/**
 * The judgement on each run: its result and its files are compared with what really happened in the
 * world. Rewritten like the code that is tested.
 */
package io.tidemark.simulation.oracle;
