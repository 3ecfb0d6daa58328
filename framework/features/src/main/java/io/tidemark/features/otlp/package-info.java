/** Exports runs over OTLP: metrics, and events as log records. */
package io.tidemark.features.otlp;
