/** What a published result must state, and what of it a result has. */
@org.jspecify.annotations.NullMarked
package io.tidemark.features.checklist;
