/** The keys of the driver's file, and what follows from them. */
package io.tidemark.driver.kafka.config;
