package io.tidemark.runs.registry;

import io.tidemark.base.Clock;
import io.tidemark.model.avro.AvroBodies;
import io.tidemark.model.body.BodyException;
import io.tidemark.model.load.BodySchema;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.PayloadSpec.Content;
import io.tidemark.model.load.PayloadSpec.Corpus;
import io.tidemark.model.load.PayloadSpec.Event;
import io.tidemark.model.load.PayloadSpec.Sized;
import io.tidemark.model.load.PayloadSpec.WeightedSize;
import io.tidemark.model.load.Serialization;
import io.tidemark.model.load.Serialization.Format;
import io.tidemark.model.workload.Workload;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The bodies of a workload, ready to be sent.
 *
 * @param workload with the number of its Avro schema in each body
 * @param serialization the time to make a body, if bodies are made from values
 * @param summary one line about both
 */
public record NumberedBodies(
    Workload workload, Optional<Serialization> serialization, Optional<String> summary) {
  private static final long LONGEST_NANOS = 200_000_000;
  private static final double NANOS_PER_MICRO = 1e3;

  /**
   * Registers the schema of a workload, if it names a registry.
   *
   * @throws IOException whose message is one line
   */
  public static NumberedBodies of(Workload workload, Clock clock) throws IOException {
    Optional<BodySchema> asked = workload.messages().schema();
    Content content = workload.messages().payload().content();
    try {
      if (asked.isPresent() && content instanceof Corpus corpus) {
        return avro(workload, asked.get(), corpus, clock);
      }
      return content instanceof Sized
          ? filled(workload, content, clock)
          : new NumberedBodies(workload, Optional.empty(), Optional.empty());
    } catch (BodyException e) { // The reader of the workload has made such bodies.
      throw new IOException(e.getMessage(), e);
    }
  }

  private static NumberedBodies avro(
      Workload workload, BodySchema schema, Corpus corpus, Clock clock)
      throws IOException, BodyException {
    String number = "";
    Workload numbered = workload;
    if (schema.registry().isPresent()) {
      BodySchema.Registry registry = schema.registry().get();
      int id = new SchemaRegistry(registry).register(schema.json());
      number = " with schema " + id + " (" + registry.subject() + " at " + registry.url() + ")";
      List<WeightedSize> sizes = workload.messages().payload().sizes();
      numbered = workload.with(new PayloadSpec(sizes, withId(corpus, id)));
    }
    double nanos =
        AvroBodies.of(schema.json(), schema.framed())
            .encodeNanos(corpus.bodies(), clock::nanoTime, LONGEST_NANOS);
    String summary =
        String.format(
            Locale.ROOT,
            "%,d Avro bodies%s; a client takes %.2f us to encode one, which no latency includes",
            corpus.bodies().size(),
            number,
            nanos / NANOS_PER_MICRO);
    return new NumberedBodies(
        numbered,
        Optional.of(serialization(Format.AVRO, nanos, corpus.bodies().size(), false)),
        Optional.of(summary));
  }

  private static NumberedBodies filled(Workload workload, Content content, Clock clock)
      throws BodyException {
    double nanos = new FillTime(clock, LONGEST_NANOS / 2).meanNanos(content);
    String summary =
        String.format(
            Locale.ROOT,
            "a load thread takes %.2f us to fill a body, which the schedule delay includes",
            nanos / NANOS_PER_MICRO);
    Format format = content instanceof Event ? Format.CLOUD_EVENTS : Format.TEMPLATE;
    return new NumberedBodies(
        workload, Optional.of(serialization(format, nanos, 0, true)), Optional.of(summary));
  }

  private static Serialization serialization(
      Format format, double nanos, int bodies, boolean duringLoad) {
    return new Serialization(format, Math.round(nanos) / NANOS_PER_MICRO, bodies, duringLoad);
  }

  private static Corpus withId(Corpus corpus, int id) {
    return new Corpus(
        corpus.bodies().stream().map(body -> AvroBodies.withId(body, id)).toList(), corpus.order());
  }
}
