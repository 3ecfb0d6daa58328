/** What profiles show: sections of pages, flame graphs, and differences between two sides. */
@org.jspecify.annotations.NullMarked
package io.tidemark.features.profile.page;
