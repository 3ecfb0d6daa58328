/** Results in files: {@code result.json}, and the samples beside it. */
@org.jspecify.annotations.NullMarked
package io.tidemark.model.result.file;
