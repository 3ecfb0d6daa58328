/** Bodies in Avro: random records of a schema, or JSON, encoded as Confluent's clients do. */
package io.tidemark.model.avro;
