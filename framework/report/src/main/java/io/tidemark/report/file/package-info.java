/** Writing of files: whole or not at all, their names, and the JSON, YAML and XML in them. */
@org.jspecify.annotations.NullMarked
package io.tidemark.report.file;
