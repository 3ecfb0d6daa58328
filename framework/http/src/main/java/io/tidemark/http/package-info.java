/** A worker's server: the port {@code Worker} over HTTP, with the endpoints of all protocols. */
package io.tidemark.http;
