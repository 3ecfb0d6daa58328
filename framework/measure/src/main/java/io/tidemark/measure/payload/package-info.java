/** Bodies and keys of messages, made before the load. */
package io.tidemark.measure.payload;
