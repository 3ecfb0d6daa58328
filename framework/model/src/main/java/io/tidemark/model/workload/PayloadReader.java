package io.tidemark.model.workload;

import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.PayloadSpec.Content;
import io.tidemark.model.load.PayloadSpec.Corpus;
import io.tidemark.model.load.PayloadSpec.Entropy;
import io.tidemark.model.load.PayloadSpec.OmbRandom;
import io.tidemark.model.load.PayloadSpec.WeightedSize;
import io.tidemark.model.load.PayloadSpec.Zeros;
import io.tidemark.model.yaml.Problems;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Sizes and content of messages, from OMB's keys and from {@code payload}. */
final class PayloadReader {
  private static final List<String> OMB_KEYS =
      List.of(
          "payloadFile", "useRandomizedPayloads", "randomBytesRatio", "randomizedPayloadPoolSize");

  private final Fields fields;
  private final Problems problems;
  private final PayloadFiles files;

  PayloadReader(Fields fields, Problems problems, ReadOptions options, Path folder) {
    this.fields = fields;
    this.problems = problems;
    this.files = new PayloadFiles(problems, options.workingDirectory(), folder);
  }

  /** Empty when something is wrong. */
  Optional<PayloadSpec> read() {
    List<WeightedSize> sizes = new SizeReader(fields, problems).read();
    Optional<Content> content = content(sizes);
    if (content.isEmpty()) {
      return Optional.empty();
    }
    if (sizes.isEmpty() && content.get() instanceof Corpus corpus) {
      return ofOneSize(corpus);
    }
    if (sizes.isEmpty() && !fields.has("messageSize") && !fields.has("messageSizeDistribution")) {
      error(
          "messageSize",
          "the key is missing; allowed a size such as 100 or 1KB"
              + " (or messageSizeDistribution)");
    }
    return sizes.isEmpty() ? Optional.empty() : Optional.of(new PayloadSpec(sizes, content.get()));
  }

  /** What a workload file says of such a content, defaults included. */
  static Map<String, Object> contentKeys(Fields fields, Content content) {
    Map<String, Object> keys = new LinkedHashMap<>();
    if (content instanceof OmbRandom random) {
      keys.put("useRandomizedPayloads", true);
      keys.put("randomBytesRatio", random.randomBytesRatio());
      keys.put("randomizedPayloadPoolSize", random.poolSize());
    } else if (fields.has("payload")) {
      keys.put("payload", ownKeys(fields.section("payload"), content));
    } else {
      fields.given("payloadFile").ifPresent(file -> keys.put("payloadFile", file));
    }
    return keys;
  }

  private static Map<String, Object> ownKeys(Fields own, Content content) {
    Map<String, Object> keys = new LinkedHashMap<>();
    own.given("corpus").ifPresent(folder -> keys.put("corpus", folder));
    own.given("template").ifPresent(text -> keys.put("template", text));
    if (content instanceof Entropy entropy) {
      keys.put("entropy", entropy.compressedShare());
    }
    if (!own.has("corpus")) {
      keys.put("poolSize", Math.max(1, own.count("poolSize")));
    }
    return keys;
  }

  private Optional<Content> content(List<WeightedSize> sizes) {
    if (fields.has("payload")) {
      return ownContent();
    }
    if (fields.given("useRandomizedPayloads").filter("true"::equals).isPresent()) {
      return ombRandom();
    }
    if (fields.has("payloadFile")) {
      return fromFile(sizes);
    }
    return Optional.of(new Zeros());
  }

  private Optional<Content> ombRandom() {
    int poolSize = fields.count("randomizedPayloadPoolSize");
    if (poolSize == 0) {
      error(
          "randomizedPayloadPoolSize", "there is no payload, got 0; allowed a whole number from 1");
      return Optional.empty();
    }
    double ratio = fields.number("randomBytesRatio").orElse(0.0);
    return ratio >= 0 && ratio <= 1
        ? Optional.of(new OmbRandom(ratio, poolSize))
        : Optional.empty();
  }

  private Optional<Content> fromFile(List<WeightedSize> sizes) {
    Optional<byte[]> body =
        files.body(
            "payloadFile", fields.given("payloadFile").orElse(""), fields.mark("payloadFile"));
    int real = body.map(bytes -> bytes.length).orElse(-1);
    if (body.isPresent() && (sizes.size() != 1 || sizes.get(0).payloadBytes() != real)) {
      String said =
          sizes.size() == 1 ? String.valueOf(sizes.get(0).payloadBytes()) : "no or several";
      error(
          "payloadFile",
          "the file has " + real + " bytes, got messageSize " + said + "; allowed " + real);
      return Optional.empty();
    }
    return body.map(bytes -> new Corpus(List.of(bytes)));
  }

  private Optional<Content> ownContent() {
    Fields own = fields.section("payload");
    OMB_KEYS.stream()
        .filter(key -> fields.given(key).filter(value -> !value.equals("false")).isPresent())
        .forEach(key -> error(key, "does not go with payload; allowed is one of the two"));
    List<String> kinds =
        Stream.of("entropy", "compressedShare", "corpus", "template").filter(own::has).toList();
    if (kinds.isEmpty() && problems.hasErrors()) {
      return Optional.empty(); // The one that was meant may be mistyped.
    }
    if (kinds.size() != 1) {
      problems.error(
          fields.mark("payload"),
          "payload",
          "needs one content, got "
              + (kinds.isEmpty() ? "none" : String.join(" and ", kinds))
              + "; allowed one of entropy, compressedShare, corpus, template");
      return Optional.empty();
    }
    return ownContent(own, kinds.get(0));
  }

  private Optional<Content> ownContent(Fields own, String kind) {
    int poolSize = Math.max(1, own.count("poolSize"));
    return switch (kind) {
      case "corpus" -> files.corpus(own.given(kind).orElse(""), own.mark(kind)).map(Corpus::new);
      case "template" -> template(own, poolSize);
      default ->
          own.number(kind)
              .filter(share -> share >= 0 && share <= 1)
              .map(share -> new Entropy(share, poolSize));
    };
  }

  private Optional<Content> template(Fields own, int poolSize) {
    String text = own.given("template").orElse("");
    Optional<String> problem = PayloadTemplate.problem(text, poolSize);
    problem.ifPresent(message -> problems.error(own.mark("template"), "payload.template", message));
    return problem.isPresent()
        ? Optional.empty()
        : Optional.of(new Corpus(PayloadTemplate.bodies(text, poolSize, fields.integer("seed"))));
  }

  private Optional<PayloadSpec> ofOneSize(Corpus corpus) {
    if (fields.has("messageSize") || fields.has("messageSizeDistribution")) {
      return Optional.empty(); // Wrong ones; reported.
    }
    int bytes = corpus.bodies().get(0).length;
    if (corpus.bodies().stream().anyMatch(body -> body.length != bytes)) {
      error(
          "messageSize",
          "the key is missing; the bodies differ in size, so a messageSize or a"
              + " messageSizeDistribution must say what they are cut or repeated to");
      return Optional.empty();
    }
    return Optional.of(new PayloadSpec(List.of(new WeightedSize(bytes, 1)), corpus));
  }

  private void error(String key, String message) {
    problems.error(fields.mark(key), key, message);
  }
}
