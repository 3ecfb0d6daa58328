package io.tidemark.model.workloadfile;

import io.tidemark.model.avro.AvroKeys;
import io.tidemark.model.grammar.Fields;
import io.tidemark.model.load.BodySchema;
import io.tidemark.model.load.CloudEventsSpec;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.PayloadSpec.Content;
import io.tidemark.model.load.PayloadSpec.Corpus;
import io.tidemark.model.load.PayloadSpec.Entropy;
import io.tidemark.model.load.PayloadSpec.OmbRandom;
import io.tidemark.model.load.PayloadSpec.Sized;
import io.tidemark.model.load.PayloadSpec.Unread;
import io.tidemark.model.load.PayloadSpec.WeightedSize;
import io.tidemark.model.load.PayloadSpec.Zeros;
import io.tidemark.model.workload.PayloadKeys.Own;
import io.tidemark.model.workload.WorkloadKeys;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Sizes and content of messages, from OMB's keys and from {@code payload}. */
final class PayloadReader {
  private static final String OWN = "payload";
  private static final String SIZE = "messageSize";
  private static final String FILE = "payloadFile";

  private final Fields fields;
  private final WorkloadKeys file;
  private final PayloadFiles files;
  private final boolean stored;
  private Optional<BodySchema> schema = Optional.empty();

  /**
   * @param stored whether files are not read
   */
  PayloadReader(Fields fields, WorkloadKeys file, PayloadFiles files, boolean stored) {
    this.fields = fields;
    this.file = file;
    this.files = files;
    this.stored = stored;
  }

  /** The schema of Avro bodies; after {@link #read}. */
  Optional<BodySchema> schema() {
    return schema;
  }

  /** The keys of the content, with the white space that is part of a value. */
  Map<String, Object> written() {
    Map<String, Object> written = file.payload().written();
    Optional<String> delimiter = fields.section(OWN).text("delimiter");
    if (delimiter.isEmpty() || !(written.get(OWN) instanceof Map<?, ?> section)) {
      return written;
    }
    Map<Object, Object> own = new LinkedHashMap<>(section);
    own.put("delimiter", delimiter.get());
    written.put(OWN, own);
    return written;
  }

  /** Empty when something is wrong. */
  Optional<PayloadSpec> read() {
    return read(new SizeReader(fields, file.sizes()).read());
  }

  /** Reads the bodies with sizes that other keys give. */
  Optional<PayloadSpec> read(List<WeightedSize> sizes) {
    Optional<Content> content = content(sizes);
    if (content.isEmpty()) {
      return Optional.empty();
    }
    if (sizes.isEmpty() && !hasSize() && hasOwnSizes(content.get())) {
      return Optional.of(withOwnSizes(content.get()));
    }
    if (sizes.isEmpty() && !hasSize() && !fields.isWrong(OWN)) {
      fields.error(
          SIZE,
          "the key is missing; allowed a size such as 100 or 1KB (or messageSizeDistribution)");
    }
    return sizes.isEmpty() ? Optional.empty() : Optional.of(new PayloadSpec(sizes, content.get()));
  }

  /** Whether it has a schema, and an address of its registry. */
  private boolean isComplete(Fields own, Optional<AvroKeys> avro) {
    if (fields.haveErrors()) {
      return false; // What is missing may be mistyped.
    }
    Fields section = own.section(Own.AVRO);
    if (avro.map(AvroKeys::schema).orElse("").isEmpty()) {
      section.error("schema", "the key is missing; allowed a file with an Avro schema");
    } else if (avro.flatMap(AvroKeys::registry)
        .filter(where -> where.url().isEmpty())
        .isPresent()) {
      section
          .section("registry")
          .error("url", "the key is missing; allowed the address of a schema registry");
    }
    return !fields.haveErrors();
  }

  private static boolean hasOwnSizes(Content content) {
    return content instanceof Corpus || content instanceof Sized;
  }

  /** Bodies of one size have it as if the file said so. */
  private static PayloadSpec withOwnSizes(Content content) {
    PayloadSpec own = new PayloadSpec(List.of(), content);
    boolean equal = content instanceof Corpus && own.smallestBytes() == own.largestBytes();
    return equal ? new PayloadSpec(List.of(new WeightedSize(own.largestBytes(), 1)), content) : own;
  }

  private boolean hasSize() {
    return fields.has(SIZE) || fields.has("messageSizeDistribution");
  }

  private Optional<Content> content(List<WeightedSize> sizes) {
    if (fields.has(OWN)) {
      return ownContent(sizes);
    }
    if (file.payload().useRandomizedPayloads()) {
      return ombRandom();
    }
    return !fields.has(FILE)
        ? Optional.of(new Zeros())
        : stored ? Optional.of(Unread.UNKNOWN) : fromFile(sizes);
  }

  private Optional<Content> ombRandom() {
    int poolSize = file.payload().randomizedPayloadPoolSize();
    if (poolSize == 0) {
      fields.error(
          "randomizedPayloadPoolSize", "there is no payload, got 0; allowed a whole number from 1");
      return Optional.empty();
    }
    return Optional.of(new OmbRandom(file.payload().randomBytesRatio(), poolSize));
  }

  private Optional<Content> fromFile(List<WeightedSize> sizes) {
    Optional<byte[]> body = files.body(FILE, fields.text(FILE).orElse(""), fields.mark(FILE));
    int real = body.map(bytes -> bytes.length).orElse(-1);
    boolean oneSize = sizes.size() == 1 && !sizes.get(0).isRange();
    if (body.isPresent() && !(oneSize && sizes.get(0).payloadBytes() == real)) {
      String said = oneSize ? String.valueOf(sizes.get(0).payloadBytes()) : "no or several";
      fields.error(
          FILE, "the file has " + real + " bytes, got messageSize " + said + "; allowed " + real);
      return Optional.empty();
    }
    return body.map(bytes -> new Corpus(List.of(bytes)));
  }

  private Optional<Content> ownContent(List<WeightedSize> sizes) {
    Fields own = fields.section(OWN);
    List<String> kinds = Own.KINDS.stream().filter(own::has).toList();
    if (kinds.isEmpty() && own.has(Own.AVRO)) {
      kinds = List.of(Own.AVRO);
    }
    if (kinds.isEmpty() && fields.haveErrors()) {
      return Optional.empty(); // The one that was meant may be mistyped.
    }
    if (kinds.size() != 1) {
      fields.error(
          OWN,
          "needs one content, got %s; allowed one of %s"
              .formatted(
                  kinds.isEmpty() ? "none" : String.join(" and ", kinds),
                  String.join(", ", Own.KINDS) + ", " + Own.AVRO));
      return Optional.empty();
    }
    return ownContent(own, kinds.get(0), sizes);
  }

  /** JSON bodies as structured CloudEvents, if the file asks for them. */
  private Optional<Content> asEvents(Content bodies) {
    Optional<CloudEventsSpec> events =
        file.messages().cloudEvents().filter(CloudEventsSpec::isStructured);
    boolean json = file.payload().payload().filter(Own::isJson).isPresent();
    return events.isEmpty() || !json || hasSize() // What is reported by KeyConflicts.
        ? Optional.of(bodies)
        : new EventReader(fields.section("cloudEvents"), events.get()).around(bodies);
  }

  private Optional<Content> ownContent(Fields own, String kind, List<WeightedSize> sizes) {
    Own keys = own.read(Own.class);
    if (!Own.BODIES.contains(kind) && !kind.equals(Own.AVRO)) {
      return keys.entropy()
          .or(keys::compressedShare)
          .map(share -> new Entropy(share, keys.poolSize()));
    }
    if (stored) {
      return Optional.of(Unread.UNKNOWN);
    }
    Optional<Integer> piece = sizes.stream().map(WeightedSize::payloadBytes).findFirst();
    if (own.has(Own.AVRO) && !isComplete(own, keys.avro())) {
      return Optional.empty();
    }
    BodyReader bodies = new BodyReader(own, keys, files, file.messages().seed(), piece);
    Optional<Content> content = bodies.read(kind);
    schema = bodies.schema();
    return content.flatMap(this::asEvents);
  }
}
