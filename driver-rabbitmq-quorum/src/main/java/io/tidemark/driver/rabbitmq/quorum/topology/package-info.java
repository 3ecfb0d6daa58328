/** The run's exchanges and queues: names, declaration, counts, and what all clients share. */
package io.tidemark.driver.rabbitmq.quorum.topology;
