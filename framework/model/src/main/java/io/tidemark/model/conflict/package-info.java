/** The keys of a workload file that cannot be combined. */
package io.tidemark.model.conflict;
