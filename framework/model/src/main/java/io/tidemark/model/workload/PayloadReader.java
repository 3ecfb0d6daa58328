package io.tidemark.model.workload;

import io.tidemark.driver.Setting;
import io.tidemark.driver.Setting.Type;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.PayloadSpec.Content;
import io.tidemark.model.load.PayloadSpec.Corpus;
import io.tidemark.model.load.PayloadSpec.Entropy;
import io.tidemark.model.load.PayloadSpec.OmbRandom;
import io.tidemark.model.load.PayloadSpec.WeightedSize;
import io.tidemark.model.load.PayloadSpec.Zeros;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Sizes and content of messages, from OMB's keys and from {@code payload}. */
final class PayloadReader {
  static final List<Setting> KEYS = new ArrayList<>();
  static final WorkloadKey<String> FILE =
      WorkloadKey.of(
              "payloadFile",
              "File with the body of every message, of exactly `messageSize` bytes."
                  + " Searched in the working directory, the folder of the workload file and"
                  + " its parent folder.",
              Type.STRING)
          .in(KEYS);
  static final WorkloadKey<Boolean> RANDOMIZED =
      WorkloadKey.flag(
              "useRandomizedPayloads", "Random bodies as in OMB: random bytes, then zeros.")
          .byDefault(false)
          .in(KEYS);
  static final WorkloadKey<Double> RANDOM_RATIO =
      WorkloadKey.share("randomBytesRatio", "Share of random bytes in such a body.")
          .byDefault(0.0)
          .in(KEYS);
  static final WorkloadKey<Integer> RANDOM_POOL =
      WorkloadKey.count("randomizedPayloadPoolSize", "Number of different random bodies.")
          .byDefault(0)
          .in(KEYS);
  private static final WorkloadKey<String> OWN =
      WorkloadKey.of("payload", "Content of bodies, instead of OMB's four keys.", Type.SECTION)
          .in(KEYS);
  private static final WorkloadKey<Double> ENTROPY =
      WorkloadKey.share(
              "payload.entropy", "Incompressible share of the body: 0 constant, 1 incompressible.")
          .in(KEYS);
  private static final WorkloadKey<Double> COMPRESSED =
      WorkloadKey.share(
              "payload.compressedShare",
              "The same as `payload.entropy`: size after compression divided by size before.")
          .in(KEYS);
  private static final WorkloadKey<Integer> POOL =
      WorkloadKey.count("payload.poolSize", "Number of different bodies.")
          .atLeast(1)
          .byDefault(1000)
          .in(KEYS);
  private static final WorkloadKey<String> CORPUS =
      WorkloadKey.of(
              "payload.corpus",
              "Folder whose files are the bodies, in turn, in the order of their names."
                  + " Truncated or repeated to `messageSize`; without it they must have equal"
                  + " lengths.",
              Type.STRING)
          .in(KEYS);
  private static final WorkloadKey<String> TEMPLATE =
      WorkloadKey.of(
              "payload.template",
              "Text of a body; `#{n}` is a running number, `#{random:8}`"
                  + " eight random letters and digits.",
              Type.STRING)
          .in(KEYS);

  private static final List<WorkloadKey<?>> OF_OMB =
      List.of(FILE, RANDOMIZED, RANDOM_RATIO, RANDOM_POOL);
  private static final List<WorkloadKey<?>> KINDS = List.of(ENTROPY, COMPRESSED, CORPUS, TEMPLATE);

  private final WorkloadFields fields;
  private final PayloadFiles files;

  PayloadReader(WorkloadFields fields, ReadOptions options, Path folder) {
    this.fields = fields;
    this.files = new PayloadFiles(fields.problems(), options.workingDirectory(), folder);
  }

  /** The keys at the top of a file that describe the content. */
  static List<String> contentKeys() {
    return Stream.concat(Stream.of(OWN), OF_OMB.stream()).map(WorkloadKey::name).toList();
  }

  /** Empty when something is wrong. */
  Optional<PayloadSpec> read() {
    List<WeightedSize> sizes = new SizeReader(fields).read();
    Optional<Content> content = content(sizes);
    if (content.isEmpty()) {
      return Optional.empty();
    }
    if (sizes.isEmpty() && content.get() instanceof Corpus corpus) {
      return ofOneSize(corpus);
    }
    if (sizes.isEmpty() && !hasSize()) {
      fields.error(
          SizeReader.SIZE,
          "the key is missing; allowed a size such as 100 or 1KB (or messageSizeDistribution)");
    }
    return sizes.isEmpty() ? Optional.empty() : Optional.of(new PayloadSpec(sizes, content.get()));
  }

  private boolean hasSize() {
    return fields.has(SizeReader.SIZE) || fields.has(SizeReader.DISTRIBUTION);
  }

  /** What a workload file says of such a content, defaults included. */
  static Map<String, Object> contentKeys(WorkloadFields fields, Content content) {
    Map<String, Object> keys = new LinkedHashMap<>();
    if (content instanceof OmbRandom random) {
      RANDOMIZED.put(keys, true);
      RANDOM_RATIO.put(keys, random.randomBytesRatio());
      RANDOM_POOL.put(keys, random.poolSize());
    } else if (fields.has(OWN)) {
      keys.put(OWN.name(), ownKeys(fields.section(OWN), content));
    } else {
      fields.given(FILE).ifPresent(file -> FILE.put(keys, file));
    }
    return keys;
  }

  private static Map<String, Object> ownKeys(WorkloadFields own, Content content) {
    Map<String, Object> keys = new LinkedHashMap<>();
    own.given(CORPUS).ifPresent(folder -> CORPUS.put(keys, folder));
    own.given(TEMPLATE).ifPresent(text -> TEMPLATE.put(keys, text));
    if (content instanceof Entropy entropy) {
      ENTROPY.put(keys, entropy.compressedShare());
    }
    if (!own.has(CORPUS)) {
      POOL.put(keys, own.get(POOL));
    }
    return keys;
  }

  private Optional<Content> content(List<WeightedSize> sizes) {
    if (fields.has(OWN)) {
      return ownContent();
    }
    if (fields.get(RANDOMIZED)) {
      return ombRandom();
    }
    return fields.has(FILE) ? fromFile(sizes) : Optional.of(new Zeros());
  }

  private Optional<Content> ombRandom() {
    int poolSize = fields.get(RANDOM_POOL);
    if (poolSize == 0) {
      fields.error(RANDOM_POOL, "there is no payload, got 0; allowed a whole number from 1");
      return Optional.empty();
    }
    return Optional.of(fields.get(RANDOM_RATIO))
        .filter(PayloadReader::isShare)
        .map(ratio -> new OmbRandom(ratio, poolSize));
  }

  private static boolean isShare(double ratio) {
    return ratio >= 0 && ratio <= 1;
  }

  private Optional<Content> fromFile(List<WeightedSize> sizes) {
    Optional<byte[]> body =
        files.body(FILE.name(), fields.given(FILE).orElse(""), fields.mark(FILE));
    int real = body.map(bytes -> bytes.length).orElse(-1);
    if (body.isPresent() && (sizes.size() != 1 || sizes.get(0).payloadBytes() != real)) {
      String said =
          sizes.size() == 1 ? String.valueOf(sizes.get(0).payloadBytes()) : "no or several";
      fields.error(
          FILE, "the file has " + real + " bytes, got messageSize " + said + "; allowed " + real);
      return Optional.empty();
    }
    return body.map(bytes -> new Corpus(List.of(bytes)));
  }

  private Optional<Content> ownContent() {
    WorkloadFields own = fields.section(OWN);
    OF_OMB.stream()
        .filter(key -> fields.text(key).filter(value -> !value.equals("false")).isPresent())
        .forEach(key -> fields.error(key, "cannot be combined with payload; allowed one of them"));
    List<WorkloadKey<?>> kinds = KINDS.stream().filter(own::has).toList();
    if (kinds.isEmpty() && fields.haveErrors()) {
      return Optional.empty(); // The one that was meant may be mistyped.
    }
    if (kinds.size() != 1) {
      fields.error(
          OWN,
          "needs one content, got %s; allowed one of %s"
              .formatted(kinds.isEmpty() ? "none" : names(kinds, " and "), names(KINDS, ", ")));
      return Optional.empty();
    }
    return ownContent(own, kinds.get(0));
  }

  private static String names(List<WorkloadKey<?>> keys, String between) {
    return keys.stream().map(WorkloadKey::name).collect(Collectors.joining(between));
  }

  private Optional<Content> ownContent(WorkloadFields own, WorkloadKey<?> kind) {
    if (kind == CORPUS) {
      return files
          .corpus(own.path(CORPUS), own.given(CORPUS).orElse(""), own.mark(CORPUS))
          .map(Corpus::new);
    }
    int poolSize = Math.max(1, own.get(POOL));
    return kind == TEMPLATE
        ? template(own, poolSize)
        : own.given(ENTROPY)
            .or(() -> own.given(COMPRESSED))
            .filter(PayloadReader::isShare)
            .map(share -> new Entropy(share, poolSize));
  }

  private Optional<Content> template(WorkloadFields own, int poolSize) {
    String text = own.given(TEMPLATE).orElse("");
    if (text.isEmpty()) {
      own.error(TEMPLATE, "an empty text; allowed a text of at least one character");
      return Optional.empty();
    }
    Optional<String> problem = PayloadTemplate.problem(text, poolSize);
    problem.ifPresent(message -> own.error(TEMPLATE, message));
    return problem.isPresent()
        ? Optional.empty()
        : Optional.of(
            new Corpus(PayloadTemplate.bodies(text, poolSize, fields.get(MessageSpec.SEED))));
  }

  private Optional<PayloadSpec> ofOneSize(Corpus corpus) {
    if (hasSize()) {
      return Optional.empty(); // Wrong ones; reported.
    }
    int bytes = corpus.bodies().get(0).length;
    if (corpus.bodies().stream().anyMatch(body -> body.length != bytes)) {
      fields.error(
          SizeReader.SIZE,
          "the key is missing; the bodies differ in size, so messageSize or"
              + " messageSizeDistribution must set the size to which they are truncated or"
              + " repeated");
      return Optional.empty();
    }
    return Optional.of(new PayloadSpec(List.of(new WeightedSize(bytes, 1)), corpus));
  }
}
