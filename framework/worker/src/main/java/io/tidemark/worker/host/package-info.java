/** The machine of a worker: facts, and resource use in each interval. */
package io.tidemark.worker.host;
