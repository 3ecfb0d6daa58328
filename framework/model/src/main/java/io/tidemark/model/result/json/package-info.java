/** How values of results look in files. */
@org.jspecify.annotations.NullMarked
package io.tidemark.model.result.json;
