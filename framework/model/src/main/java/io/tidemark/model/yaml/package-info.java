/**
 * Configuration files as trees with marks: reading, the description of keys, checking, problems
 * that name file, line and key. Independent of workloads and drivers.
 */
package io.tidemark.model.yaml;
