/** A cluster of any kind of broker: its directory, its processes or containers, its faults. */
package io.tidemark.brokers.cluster;
