/** Pages of a history: trends as HTML, a site with an index, and a feed of changes. */
@org.jspecify.annotations.NullMarked
package io.tidemark.features.history.page;
