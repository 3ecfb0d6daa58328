/** What a result is made of: parts that are declared once, with their names and how they add up. */
@org.jspecify.annotations.NullMarked
package io.tidemark.model.part;
