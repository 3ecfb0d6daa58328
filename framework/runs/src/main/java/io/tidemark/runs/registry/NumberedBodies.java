package io.tidemark.runs.registry;

import io.tidemark.base.Clock;
import io.tidemark.model.avro.AvroBodies;
import io.tidemark.model.body.BodyException;
import io.tidemark.model.body.BodyTemplate;
import io.tidemark.model.body.TemplateParser;
import io.tidemark.model.load.BodySchema;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.PayloadSpec.Content;
import io.tidemark.model.load.PayloadSpec.Corpus;
import io.tidemark.model.load.PayloadSpec.Event;
import io.tidemark.model.load.PayloadSpec.Sized;
import io.tidemark.model.load.PayloadSpec.Table;
import io.tidemark.model.load.PayloadSpec.Template;
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
      numbered =
          workload.withMessages(
              workload.messages().withPayload(new PayloadSpec(sizes, withId(corpus, id))));
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

  /** How long a load thread takes to fill the templates of a body. */
  record FillTime(Clock clock, long longestNanos) {
    private static final int ROUND = 100;
    private static final long EPOCH_NANOS = 1_767_225_600_000_000_000L;

    /** The mean for one body; 0 if its bodies are not filled during the load. */
    double meanNanos(Content content) throws BodyException {
      if (content instanceof Event event) {
        return filled(event.head(), true, List.of()) + meanNanos(event.data());
      }
      return content instanceof Template template
          ? filled(template.text(), template.json(), template.tables())
          : 0;
    }

    private double filled(String text, boolean json, List<Table> tables) throws BodyException {
      BodyTemplate template = TemplateParser.parse(text, json, file -> table(file, tables));
      BodyTemplate.Filling filling = template.filling(1);
      long half = clock.nanoTime() + longestNanos / 2;
      long number = 0;
      while (clock.nanoTime() < half) { // Compiled code is what the load runs.
        number = round(filling, number);
      }
      long start = clock.nanoTime();
      long first = number;
      long now = start;
      while (number == first || now - start < longestNanos / 2) {
        number = round(filling, number);
        now = clock.nanoTime();
      }
      return (double) (now - start) / (number - first);
    }

    private static long round(BodyTemplate.Filling filling, long number) {
      for (int i = 0; i < ROUND; i++) {
        filling.next(number + i, EPOCH_NANOS + number);
      }
      return number + ROUND;
    }

    private static Table table(String file, List<Table> tables) throws BodyException {
      return tables.stream()
          .filter(table -> table.file().equals(file))
          .findFirst()
          .orElseThrow(() -> new BodyException("the table is missing, got " + file));
    }
  }
}
