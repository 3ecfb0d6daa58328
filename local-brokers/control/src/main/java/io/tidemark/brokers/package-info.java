/** Starts local clusters, and finds and removes those of earlier processes. */
package io.tidemark.brokers;
