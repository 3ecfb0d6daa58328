/** What messages cost: efficiency of a broker and its clients, and the price of a system. */
@org.jspecify.annotations.NullMarked
package io.tidemark.features.cost;
