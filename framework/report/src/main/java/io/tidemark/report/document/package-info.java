/** What is shown in all formats: a document of sections, and its renderers. */
@org.jspecify.annotations.NullMarked
package io.tidemark.report.document;
