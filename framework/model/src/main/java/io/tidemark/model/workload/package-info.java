/** Workload and driver files: values, parsing with marks, validation, schema. */
package io.tidemark.model.workload;
