/**
 * Envelope, recorder, delivery audit: the parts that measure. No I/O, no threads, and on the hot
 * path no allocation beyond the payload.
 */
package io.tidemark.measure;
