/** What consumers do with messages, planned by seed, and what became of them. */
package io.tidemark.model.outcome;
