/** Connections to the nodes: opening, sharing, recovery. */
package io.tidemark.driver.rabbitmq.quorum.connection;
