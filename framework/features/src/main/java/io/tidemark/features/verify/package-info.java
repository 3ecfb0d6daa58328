/**
 * Whether the figures of stored runs and studies follow from what they measured: everything is
 * composed again, by the classes that composed it first, and compared field by field.
 */
@org.jspecify.annotations.NullMarked
package io.tidemark.features.verify;
