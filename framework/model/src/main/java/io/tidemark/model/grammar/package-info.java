/**
 * The grammar of files: the keys that a record declares, their check with places, reading, writing,
 * JSON Schema and reference pages. Independent of workloads and drivers.
 */
package io.tidemark.model.grammar;
