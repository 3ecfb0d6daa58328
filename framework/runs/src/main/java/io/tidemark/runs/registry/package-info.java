/** Schema registries with Confluent's HTTP API. */
package io.tidemark.runs.registry;
