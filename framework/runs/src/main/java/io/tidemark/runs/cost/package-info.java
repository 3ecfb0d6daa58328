/** What the coordinator's process reads itself: use of local brokers, energy of the machine. */
@org.jspecify.annotations.NullMarked
package io.tidemark.runs.cost;
