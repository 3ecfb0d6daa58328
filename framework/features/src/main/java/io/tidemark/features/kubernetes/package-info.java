/** Reads and changes resources of a Kubernetes cluster, for brokers in it. */
package io.tidemark.features.kubernetes;
