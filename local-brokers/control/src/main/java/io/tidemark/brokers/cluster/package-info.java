/** A cluster as a directory of processes or containers, whatever the kind of broker. */
package io.tidemark.brokers.cluster;
