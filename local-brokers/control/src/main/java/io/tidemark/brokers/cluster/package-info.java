/** A cluster as a directory of processes or containers, for each kind of broker. */
package io.tidemark.brokers.cluster;
