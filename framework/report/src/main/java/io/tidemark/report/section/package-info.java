/** The sections of runs: each is made here once, from one run or many, for all formats. */
@org.jspecify.annotations.NullMarked
package io.tidemark.report.section;
