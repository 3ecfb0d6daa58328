/** Results of a run: values for all files and tables. */
package io.tidemark.model.result;
