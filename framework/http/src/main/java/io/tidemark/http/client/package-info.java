/** The coordinator's end: a {@code Worker} on another host, its heartbeat and its errors. */
package io.tidemark.http.client;
