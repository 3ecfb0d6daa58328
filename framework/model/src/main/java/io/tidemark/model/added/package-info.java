/** What features add to the core, which does not know them. */
@org.jspecify.annotations.NullMarked
package io.tidemark.model.added;
