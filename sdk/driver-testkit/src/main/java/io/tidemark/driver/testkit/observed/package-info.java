/**
 * What the rules observe: deliveries and replies, calls that end or do not, threads and sockets,
 * printed text, and the classes of a driver. For the kit, not for drivers.
 */
package io.tidemark.driver.testkit.observed;
