package io.tidemark.runs.registry;

import io.tidemark.base.Clock;
import io.tidemark.model.avro.AvroBodies;
import io.tidemark.model.body.BodyException;
import io.tidemark.model.load.BodySchema;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.PayloadSpec.Corpus;
import io.tidemark.model.workload.Workload;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;

/**
 * The Avro bodies of a workload, ready to be sent.
 *
 * @param workload with the number of the schema in each body
 * @param summary one line: the number, and how long one body takes to encode
 */
public record NumberedBodies(Workload workload, Optional<String> summary) {
  private static final long ENCODING_NANOS = 200_000_000;

  /**
   * Registers the schema of a workload, if it names a registry.
   *
   * @throws IOException whose message is one line
   */
  public static NumberedBodies of(Workload workload, Clock clock) throws IOException {
    Optional<BodySchema> asked = workload.messages().schema();
    PayloadSpec payload = workload.messages().payload();
    if (asked.isEmpty() || !(payload.content() instanceof Corpus corpus)) {
      return new NumberedBodies(workload, Optional.empty());
    }
    BodySchema schema = asked.get();
    String number = "";
    Workload numbered = workload;
    if (schema.registry().isPresent()) {
      BodySchema.Registry registry = schema.registry().get();
      int id = new SchemaRegistry(registry).register(schema.json());
      number = " with schema " + id + " (" + registry.subject() + " at " + registry.url() + ")";
      numbered = workload.with(new PayloadSpec(payload.sizes(), withId(corpus, id)));
    }
    return new NumberedBodies(numbered, Optional.of(summary(schema, corpus, number, clock)));
  }

  private static Corpus withId(Corpus corpus, int id) {
    return new Corpus(
        corpus.bodies().stream().map(body -> AvroBodies.withId(body, id)).toList(), corpus.order());
  }

  private static String summary(BodySchema schema, Corpus corpus, String number, Clock clock)
      throws IOException {
    try {
      double nanos =
          AvroBodies.of(schema.json(), schema.framed())
              .encodeNanos(corpus.bodies(), clock::nanoTime, ENCODING_NANOS);
      return String.format(
          Locale.ROOT,
          "%,d Avro bodies%s; a client takes %.2f us to encode one, which no latency includes",
          corpus.bodies().size(),
          number,
          nanos / 1000);
    } catch (BodyException e) { // They have been made from the schema.
      throw new IOException(e.getMessage(), e);
    }
  }
}
