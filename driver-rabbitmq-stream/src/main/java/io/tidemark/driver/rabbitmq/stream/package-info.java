/**
 * RabbitMQ streams and super streams over the stream protocol. Start reading at {@code
 * StreamProducer} and {@code ReadGroup}.
 */
package io.tidemark.driver.rabbitmq.stream;
