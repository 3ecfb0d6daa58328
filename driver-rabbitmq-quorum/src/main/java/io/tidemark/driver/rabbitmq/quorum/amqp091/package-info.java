/** Clients over AMQP 0-9-1. */
package io.tidemark.driver.rabbitmq.quorum.amqp091;
