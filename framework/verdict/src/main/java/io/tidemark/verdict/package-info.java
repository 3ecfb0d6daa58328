/** The verdict on a run: rules and objectives, as a pure function of its stored result. */
package io.tidemark.verdict;
