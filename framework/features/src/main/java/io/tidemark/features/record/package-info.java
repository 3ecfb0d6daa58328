/** The command that records traces of messages, and describes them. */
package io.tidemark.features.record;
