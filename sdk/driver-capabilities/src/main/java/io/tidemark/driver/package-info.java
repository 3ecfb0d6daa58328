/**
 * What an author of a driver needs first: received messages, sends, events, and facts about the
 * broker. The framework finds each optional interface with {@code instanceof}; a driver without any
 * of them works, and a driver with one remains a valid OMB driver.
 */
package io.tidemark.driver;
