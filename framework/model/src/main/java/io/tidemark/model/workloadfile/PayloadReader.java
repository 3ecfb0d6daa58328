package io.tidemark.model.workloadfile;

import io.tidemark.model.grammar.Fields;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.PayloadSpec.Content;
import io.tidemark.model.load.PayloadSpec.Corpus;
import io.tidemark.model.load.PayloadSpec.Entropy;
import io.tidemark.model.load.PayloadSpec.OmbRandom;
import io.tidemark.model.load.PayloadSpec.WeightedSize;
import io.tidemark.model.load.PayloadSpec.Zeros;
import io.tidemark.model.workload.PayloadKeys;
import io.tidemark.model.workload.PayloadKeys.Own;
import io.tidemark.model.workload.WorkloadKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Sizes and content of messages, from OMB's keys and from {@code payload}. */
final class PayloadReader {
  private static final String OWN = "payload";
  private static final String SIZE = "messageSize";
  private static final String FILE = "payloadFile";
  private static final String CORPUS = "corpus";
  private static final String TEMPLATE = "template";

  private final Fields fields;
  private final WorkloadKeys file;
  private final PayloadFiles files;

  PayloadReader(Fields fields, WorkloadKeys file, PayloadFiles files) {
    this.fields = fields;
    this.file = file;
    this.files = files;
  }

  /** The keys at the top of a file that describe the content. */
  static List<String> contentKeys() {
    List<String> keys = new ArrayList<>(PayloadKeys.OF_OMB);
    keys.add(OWN);
    return keys;
  }

  /** Empty when something is wrong. */
  Optional<PayloadSpec> read() {
    return read(new SizeReader(fields, file.sizes()).read());
  }

  /** With sizes that other keys give. */
  Optional<PayloadSpec> read(List<WeightedSize> sizes) {
    Optional<Content> content = content(sizes);
    if (content.isEmpty()) {
      return Optional.empty();
    }
    if (sizes.isEmpty() && content.get() instanceof Corpus corpus) {
      return ofOneSize(corpus);
    }
    if (sizes.isEmpty() && !hasSize()) {
      fields.error(
          SIZE,
          "the key is missing; allowed a size such as 100 or 1KB (or messageSizeDistribution)");
    }
    return sizes.isEmpty() ? Optional.empty() : Optional.of(new PayloadSpec(sizes, content.get()));
  }

  private boolean hasSize() {
    return fields.has(SIZE) || fields.has("messageSizeDistribution");
  }

  private Optional<Content> content(List<WeightedSize> sizes) {
    if (fields.has(OWN)) {
      return ownContent();
    }
    if (file.payload().useRandomizedPayloads()) {
      return ombRandom();
    }
    return fields.has(FILE) ? fromFile(sizes) : Optional.of(new Zeros());
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

  private Optional<Content> ownContent() {
    Fields own = fields.section(OWN);
    List<String> kinds = Own.KINDS.stream().filter(own::has).toList();
    if (kinds.isEmpty() && fields.haveErrors()) {
      return Optional.empty(); // The one that was meant may be mistyped.
    }
    if (kinds.size() != 1) {
      fields.error(
          OWN,
          "needs one content, got %s; allowed one of %s"
              .formatted(
                  kinds.isEmpty() ? "none" : String.join(" and ", kinds),
                  String.join(", ", Own.KINDS)));
      return Optional.empty();
    }
    return ownContent(own, kinds.get(0));
  }

  private Optional<Content> ownContent(Fields own, String kind) {
    Own keys = own.read(Own.class);
    if (kind.equals(CORPUS)) {
      return files
          .corpus(own.path(CORPUS), own.text(CORPUS).orElse(""), own.mark(CORPUS))
          .map(Corpus::new);
    }
    return kind.equals(TEMPLATE)
        ? template(own, keys.poolSize())
        : keys.entropy()
            .or(keys::compressedShare)
            .map(share -> new Entropy(share, keys.poolSize()));
  }

  private Optional<Content> template(Fields own, int poolSize) {
    String text = own.text(TEMPLATE).orElse("");
    if (text.isEmpty()) {
      own.error(TEMPLATE, "an empty text; allowed a text of at least one character");
      return Optional.empty();
    }
    Optional<String> problem = PayloadTemplate.problem(text, poolSize);
    problem.ifPresent(message -> own.error(TEMPLATE, message));
    return problem.isPresent()
        ? Optional.empty()
        : Optional.of(new Corpus(PayloadTemplate.bodies(text, poolSize, file.messages().seed())));
  }

  private Optional<PayloadSpec> ofOneSize(Corpus corpus) {
    if (hasSize()) {
      return Optional.empty(); // Wrong ones; reported.
    }
    int bytes = corpus.bodies().get(0).length;
    if (corpus.bodies().stream().anyMatch(body -> body.length != bytes)) {
      fields.error(
          SIZE,
          "the key is missing; the bodies differ in size, so messageSize or"
              + " messageSizeDistribution must set the size to which they are truncated or"
              + " repeated");
      return Optional.empty();
    }
    return Optional.of(new PayloadSpec(List.of(new WeightedSize(bytes, 1)), corpus));
  }
}
