/** Headers of messages: made before the load as far as possible, and what drivers can have. */
package io.tidemark.worker.headers;
