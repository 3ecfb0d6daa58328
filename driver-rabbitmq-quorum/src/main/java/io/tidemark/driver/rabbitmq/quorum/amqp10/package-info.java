/** Clients over AMQP 1.0. */
package io.tidemark.driver.rabbitmq.quorum.amqp10;
