/** Consumers: poll loops, commits, share groups. */
package io.tidemark.driver.kafka.consumer;
