/** Figures of a result that follow from the course of a run. */
@org.jspecify.annotations.NullMarked
package io.tidemark.model.result.finish;
