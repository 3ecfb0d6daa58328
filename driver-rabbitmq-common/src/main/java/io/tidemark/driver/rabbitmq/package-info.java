/** What the RabbitMQ drivers share: addresses, TLS, configuration trees, the management API. */
package io.tidemark.driver.rabbitmq;
