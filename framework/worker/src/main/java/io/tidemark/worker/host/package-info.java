/** The machine a worker runs on: what it is, and how it fares in each interval. */
package io.tidemark.worker.host;
