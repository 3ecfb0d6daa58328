/** What runs do together that measure the traffic classes of one workload at the same time. */
package io.tidemark.coordinator.group;
