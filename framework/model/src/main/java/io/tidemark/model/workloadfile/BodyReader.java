package io.tidemark.model.workloadfile;

import io.tidemark.model.avro.AvroBodies;
import io.tidemark.model.avro.AvroKeys;
import io.tidemark.model.body.BodyException;
import io.tidemark.model.body.BodyFile;
import io.tidemark.model.body.BodySplit;
import io.tidemark.model.body.BodyTemplate;
import io.tidemark.model.body.CsvFile;
import io.tidemark.model.body.JsonCheck;
import io.tidemark.model.body.TemplateParser;
import io.tidemark.model.grammar.Fields;
import io.tidemark.model.load.BodySchema;
import io.tidemark.model.load.PayloadSpec.Content;
import io.tidemark.model.load.PayloadSpec.Corpus;
import io.tidemark.model.load.PayloadSpec.Order;
import io.tidemark.model.load.PayloadSpec.Table;
import io.tidemark.model.load.PayloadSpec.Template;
import io.tidemark.model.workload.PayloadKeys.Own;
import io.tidemark.model.yaml.InputFiles;
import java.io.IOException;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Optional;

/** Bodies from files and templates. */
final class BodyReader {
  private static final long MOST_BYTES = 64L << 20;

  /** Bodies of a template that is filled for each message, which are made to check it. */
  private static final int MOST_SAMPLES = 1000;

  private final Fields own;
  private final Own keys;
  private final PayloadFiles files;
  private final long seed;
  private final Optional<Integer> pieceBytes;
  private Optional<BodySchema> schema = Optional.empty();

  /**
   * @param pieceBytes the message size, if there is one
   */
  BodyReader(Fields own, Own keys, PayloadFiles files, long seed, Optional<Integer> pieceBytes) {
    this.own = own;
    this.keys = keys;
    this.files = files;
    this.seed = seed;
    this.pieceBytes = pieceBytes;
  }

  /** Empty when something is wrong. */
  Optional<Content> read(String kind) {
    int before = own.problems().errors().size();
    try {
      return switch (kind) {
        case "corpus" -> encoded(corpus(kind));
        case "file" -> encoded(file(kind));
        case "template" -> encoded(template(kind));
        default -> records();
      };
    } catch (BodyException e) {
      if (own.problems().errors().size() == before) { // Else a file is missing.
        own.error(kind, e.problem());
      }
      return Optional.empty();
    }
  }

  /** The schema of Avro bodies; after {@link #read}. */
  Optional<BodySchema> schema() {
    return schema;
  }

  /** Encodes the body with Avro, if the file asks for it. */
  private Optional<Content> encoded(Optional<Content> json) throws BodyException {
    if (json.isEmpty() || keys.avro().isEmpty()) {
      return json;
    }
    Optional<AvroBodies> avro = avro();
    return avro.isEmpty()
        ? Optional.empty()
        : Optional.of(numbered(avro.get().ofJson(((Corpus) json.get()).bodies())));
  }

  private Optional<Content> records() throws BodyException {
    Optional<AvroBodies> avro = avro();
    return avro.isEmpty()
        ? Optional.empty()
        : Optional.of(numbered(avro.get().random(keys.poolSize(), seed, MOST_BYTES)));
  }

  private Corpus numbered(List<byte[]> bodies) {
    int id = keys.avro().flatMap(AvroKeys::id).orElse(0);
    return new Corpus(
        id == 0 ? bodies : bodies.stream().map(body -> AvroBodies.withId(body, id)).toList(),
        keys.order().orElse(Order.IN_TURN));
  }

  private Optional<AvroBodies> avro() throws BodyException {
    AvroKeys asked = keys.avro().orElseThrow();
    String path = own.path(Own.AVRO) + ".schema";
    Optional<byte[]> file = files.body(path, asked.schema(), own.mark(Own.AVRO));
    if (file.isEmpty()) {
      return Optional.empty();
    }
    String json = text(asked.schema(), file.get());
    AvroBodies bodies = AvroBodies.of(json, asked.isFramed());
    schema = Optional.of(asked.of(json, bodies.fullName()));
    return Optional.of(bodies);
  }

  private Optional<Content> corpus(String kind) throws BodyException {
    Optional<List<byte[]>> bodies = files.corpus(own.path(kind), keys.corpus(), own.mark(kind));
    return bodies.isEmpty() ? Optional.empty() : Optional.of(checked(bodies.get()));
  }

  private Optional<Content> file(String kind) throws BodyException {
    Optional<byte[]> content =
        files.body(own.path(kind), own.text(kind).orElse(""), own.mark(kind));
    BodySplit split = keys.split().orElse(BodySplit.LINES);
    boolean unknownPieces = split == BodySplit.MESSAGE_SIZE && pieceBytes.isEmpty();
    if (content.isEmpty() || unknownPieces) {
      return Optional.empty(); // Reported by KeyConflicts.
    }
    byte[] bytes = content.get();
    return Optional.of(
        checked(
            switch (split) {
              case LINES -> BodyFile.between(bytes, own.text("delimiter").orElse("\n"));
              case LENGTH_PREFIX -> BodyFile.afterLengths(bytes);
              case MESSAGE_SIZE -> BodyFile.pieces(bytes, pieceBytes.orElseThrow());
            }));
  }

  private Corpus checked(List<byte[]> bodies) throws BodyException {
    if (keys.isJson()) {
      JsonCheck.check(bodies);
    }
    return new Corpus(bodies, keys.order().orElse(Order.IN_TURN));
  }

  private Optional<Content> template(String kind) throws BodyException {
    String text = own.text(kind).orElse("");
    if (text.isEmpty()) {
      own.error(kind, "an empty text; allowed a text of at least one character");
      return Optional.empty();
    }
    boolean json = keys.isJson() || keys.avro().isPresent();
    BodyTemplate template = TemplateParser.parse(text, json, this::table);
    if (template.isPerMessage() && keys.avro().isPresent()) {
      throw new BodyException(
          "Avro bodies are made before the load, so they cannot have the number or time of a"
              + " message; allowed a template without #{sequence} and #{time:...}, for example with"
              + " #{n}");
    }
    int made = template.isPerMessage() ? Math.min(MOST_SAMPLES, keys.poolSize()) : keys.poolSize();
    Corpus pool = checked(template.filling(seed).pool(made, MOST_BYTES));
    if (!template.isPerMessage()) {
      return Optional.of(pool);
    }
    IntSummaryStatistics sizes =
        pool.bodies().stream().mapToInt(body -> body.length).summaryStatistics();
    return Optional.of(
        new Template(
            text, json, template.tables(), sizes.getMin(), sizes.getAverage(), sizes.getMax()));
  }

  private Table table(String file) throws BodyException {
    Optional<byte[]> bytes = files.body(own.path("template"), file, own.mark("template"));
    if (bytes.isEmpty()) {
      throw new BodyException("cannot read " + file);
    }
    return CsvFile.read(file, text(file, bytes.get()));
  }

  private static String text(String file, byte[] bytes) throws BodyException {
    try {
      return InputFiles.text(bytes);
    } catch (IOException e) {
      throw new BodyException(file + ": " + e.getMessage());
    }
  }
}
