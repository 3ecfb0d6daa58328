/** What a workload is: its keys, values, schedule and objectives. */
package io.tidemark.model.workload;
