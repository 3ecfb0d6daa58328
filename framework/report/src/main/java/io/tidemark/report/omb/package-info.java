/** Files in OMB's formats. */
@org.jspecify.annotations.NullMarked
package io.tidemark.report.omb;
