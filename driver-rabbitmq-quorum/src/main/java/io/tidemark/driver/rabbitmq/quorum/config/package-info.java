/** The keys of the driver's file, their rules, and what follows from them. */
package io.tidemark.driver.rabbitmq.quorum.config;
