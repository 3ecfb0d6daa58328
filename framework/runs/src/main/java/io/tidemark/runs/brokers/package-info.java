/** Local brokers, and those that Strimzi runs, for the current run. */
package io.tidemark.runs.brokers;
