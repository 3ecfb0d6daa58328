/** Local brokers, what they use, and those that Strimzi runs, for the current run. */
package io.tidemark.runs.brokers;
