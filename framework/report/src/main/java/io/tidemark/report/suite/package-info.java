/** The runs of one command together: JUnit and Markdown. */
@org.jspecify.annotations.NullMarked
package io.tidemark.report.suite;
