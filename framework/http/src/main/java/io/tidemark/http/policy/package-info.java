/** What the configuration of a driver may contain on a worker. */
package io.tidemark.http.policy;
