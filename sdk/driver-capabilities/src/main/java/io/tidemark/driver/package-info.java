/**
 * Optional interfaces that a driver, its producers or its consumers may also implement. The
 * framework finds them with {@code instanceof}; a driver without any of them still runs. A driver
 * that has one stays a valid OMB driver: put this module's jar beside it.
 */
package io.tidemark.driver;
