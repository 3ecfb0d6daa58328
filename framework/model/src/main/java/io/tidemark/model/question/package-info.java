/** What decides: the names of metrics, and the question that they answer. */
@org.jspecify.annotations.NullMarked
package io.tidemark.model.question;
