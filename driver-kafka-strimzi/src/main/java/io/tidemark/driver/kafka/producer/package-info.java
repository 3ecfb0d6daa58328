/** Producers, with and without transactions. */
package io.tidemark.driver.kafka.producer;
