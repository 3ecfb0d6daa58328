/** What runs say first: the question, the answer, a picture, and what limits trust in it. */
@org.jspecify.annotations.NullMarked
package io.tidemark.report.answer;
