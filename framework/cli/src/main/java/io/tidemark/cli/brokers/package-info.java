/** The commands of {@code bin/brokers}. */
package io.tidemark.cli.brokers;
