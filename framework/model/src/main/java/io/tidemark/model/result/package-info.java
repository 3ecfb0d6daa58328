/** What a run found: values from which every file, table and page is written. */
package io.tidemark.model.result;
