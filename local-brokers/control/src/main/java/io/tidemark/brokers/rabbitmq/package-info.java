/**
 * RabbitMQ: where to find a server, its configuration, ports, readiness and links between clusters.
 */
package io.tidemark.brokers.rabbitmq;
