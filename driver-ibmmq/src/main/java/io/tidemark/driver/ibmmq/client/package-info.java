/** Connections, sessions, producers and consumers of JMS. */
package io.tidemark.driver.ibmmq.client;
