/** Topics, producers and consumers of a run, at its beginning and while they change. */
package io.tidemark.worker.clients;
