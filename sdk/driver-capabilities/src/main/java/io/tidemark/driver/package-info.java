/**
 * Optional interfaces that a driver, its producers or its consumers may also implement. The
 * framework finds them with {@code instanceof}; a driver without any of them works. A driver with
 * one remains a valid OMB driver: add this module's jar to its folder.
 */
package io.tidemark.driver;
