/** Local brokers, what they use, and where remote ones are, for the current run. */
package io.tidemark.runs.brokers;
