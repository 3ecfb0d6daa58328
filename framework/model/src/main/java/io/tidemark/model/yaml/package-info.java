/**
 * Configuration files as trees with marks: reading, the description of keys, checking, problems
 * that name file, line and key. Knows nothing of workloads or drivers.
 */
package io.tidemark.model.yaml;
