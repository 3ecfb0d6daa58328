/**
 * What all endpoints of a worker share: the web server and its limits, admission of callers,
 * repeated commands, the lease of a run.
 */
package io.tidemark.http.server;
