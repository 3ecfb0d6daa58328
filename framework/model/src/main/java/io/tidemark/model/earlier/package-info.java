/**
 * Earlier runs whose messages are still in the topics, with the messages that were acknowledged.
 */
package io.tidemark.model.earlier;
