/** The JMS broker of this machine: its own process, started by local-brokers. */
package io.tidemark.brokers.jms;
