/** {@code result.json} as a JSON tree of today's schema. */
@org.jspecify.annotations.NullMarked
package io.tidemark.model.result.tree;
