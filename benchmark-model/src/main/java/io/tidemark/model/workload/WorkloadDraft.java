package io.tidemark.model.workload;

import io.tidemark.model.load.Arrivals;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.load.KeyDistribution;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.workload.VerdictThresholds.Threshold;
import io.tidemark.model.workload.VerdictThresholds.Unit;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.YamlNode;
import io.tidemark.model.yaml.YamlNode.YamlList;
import io.tidemark.model.yaml.YamlNode.YamlScalar;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** From the checked keys of one file to a workload. Reports what single keys cannot show. */
final class WorkloadDraft {
  private static final long BYTES_PER_GIB = 1L << 30;

  private final Fields fields;
  private final Problems problems;
  private final ReadOptions options;
  private final Path folder;
  private final String fileBase;
  private final int errorsBefore;

  /**
   * @param errorsBefore errors of other files; more than these, and nothing is made of this one
   */
  WorkloadDraft(
      Fields fields,
      Problems problems,
      ReadOptions options,
      Path folder,
      String fileBase,
      int errorsBefore) {
    this.errorsBefore = errorsBefore;
    this.fields = fields;
    this.problems = problems;
    this.options = options;
    this.folder = folder;
    this.fileBase = fileBase;
  }

  /** Empty when something is wrong; incomplete in that case, so not to be used. */
  Optional<Workload> complete() {
    TestTime time = new TimeReader(fields, problems).read();
    ProducerRate rate = new RateReader(fields, problems).read(time.phases());
    Optional<PayloadSpec> payload = new PayloadReader(fields, problems, options, folder).read();
    List<Objective> objectives = new ObjectiveReader(problems).read(fields.node("objectives"));
    new WorkloadRules(fields, problems).check(pattern(), rate, time, topicNames());
    if (payload.isEmpty() || problems.errors().size() > errorsBefore) {
      return Optional.empty();
    }
    return Optional.of(workload(time, rate, payload.get(), objectives));
  }

  private Workload workload(
      TestTime time, ProducerRate rate, PayloadSpec payload, List<Objective> objectives) {
    List<String> topicNames = topicNames();
    Workload bare =
        new Workload(
            fields.given("name").orElse(fileBase),
            fileBase,
            topicNames.isEmpty() ? fields.count("topics") : topicNames.size(),
            fields.count("partitionsPerTopic"),
            topicNames,
            fields.count("subscriptionsPerTopic"),
            pattern() == Pattern.CONSUME_ONLY ? 0 : fields.count("producersPerTopic"),
            fields.count("consumerPerSubscription"),
            PayloadReader.meanBytes(payload),
            payload,
            KeyDistribution.valueOf(fields.word("keyDistributor")),
            envelope(),
            rate,
            Arrivals.valueOf(upper(fields.word("arrivals"))),
            fields.has("maxInFlightPerProducer")
                ? Optional.of(fields.count("maxInFlightPerProducer"))
                : Optional.empty(),
            fields.integer("messageLimit"),
            time.warmup(),
            time.test(),
            fields.duration("sampleInterval").orElseThrow(),
            fields.count("iterations"),
            time.phases(),
            pattern(),
            fields.duration("consumerProcessingTime").orElse(Duration.ZERO),
            fields.integer("consumerBacklogSizeGB") * BYTES_PER_GIB,
            fields.number("backlogDrainRatio").orElseThrow(),
            DeliveryMode.valueOf(upper(fields.word("delivery"))),
            fields.duration("drainTimeout").orElseThrow(),
            objectives,
            thresholds(),
            fields.integer("seed"),
            Map.of());
    return EffectiveWorkload.complete(bare, fields);
  }

  private Pattern pattern() {
    String word = fields.word("pattern");
    for (Pattern pattern : Pattern.values()) {
      if (pattern.key().equals(word)) {
        return pattern;
      }
    }
    return Pattern.PUBSUB;
  }

  private EnvelopeSpec envelope() {
    Fields envelope = fields.section("envelope");
    return new EnvelopeSpec(
        EnvelopeSpec.Position.valueOf(upper(envelope.word("position"))),
        EnvelopeSpec.Form.valueOf(upper(envelope.word("form"))));
  }

  private List<String> topicNames() {
    return fields
        .node("topicNames")
        .filter(YamlList.class::isInstance)
        .map(list -> ((YamlList) list).items())
        .orElse(List.of())
        .stream()
        .filter(YamlScalar.class::isInstance)
        .map(item -> ((YamlScalar) item).text())
        .toList();
  }

  private Map<String, Double> thresholds() {
    Fields given = fields.section("thresholds");
    Map<String, Double> thresholds = new LinkedHashMap<>();
    for (Threshold threshold : VerdictThresholds.all()) {
      Optional<YamlNode> node = given.node(threshold.key());
      if (node.isPresent()) {
        value(given, threshold).ifPresent(value -> thresholds.put(threshold.key(), value));
      }
    }
    return thresholds;
  }

  private static Optional<Double> value(Fields given, Threshold threshold) {
    return threshold.unit() == Unit.NANOSECONDS
        ? given.duration(threshold.key()).map(time -> (double) time.toNanos())
        : given.number(threshold.key());
  }

  private static String upper(String word) {
    return word.toUpperCase(Locale.ROOT);
  }
}
