/**
 * RabbitMQ over AMQP 0-9-1: quorum and classic queues, and streams seen as queues. Publisher
 * confirms are asynchronous, consumers acknowledge in groups, and both recover after a lost
 * connection. Start reading at {@code QuorumProducer} and {@code ConfirmWindow}.
 */
package io.tidemark.driver.rabbitmq.quorum;
