/** What is shown, whatever the format: a document of sections, and its renderers. */
@org.jspecify.annotations.NullMarked
package io.tidemark.report.document;
