/**
 * The port {@code Worker} over HTTP: both ends from one table of routes, and endpoints that an
 * upstream OMB coordinator can drive.
 */
package io.tidemark.http;
