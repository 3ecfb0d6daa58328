/** How values of results look in files, and the upgrade of files of earlier versions. */
@org.jspecify.annotations.NullMarked
package io.tidemark.model.result.json;
