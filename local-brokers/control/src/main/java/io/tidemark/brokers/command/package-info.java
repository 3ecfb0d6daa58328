/** Brokers that a command of the user starts. */
package io.tidemark.brokers.command;
