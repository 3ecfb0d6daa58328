/** The keys of the driver's file and their rules. */
package io.tidemark.driver.ibmmq.config;
