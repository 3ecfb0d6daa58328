/**
 * Workload files and templates: from the checked keys of a file to a workload, and rules between
 * keys.
 */
package io.tidemark.model.workloadfile;
