/** What a run costs: figures of the efficiency of broker and client, with their sources. */
@org.jspecify.annotations.NullMarked
package io.tidemark.model.cost;
