/** What became of messages that consumers refuse. */
package io.tidemark.measure.outcome;
