package io.tidemark.model.workload;

import io.tidemark.model.load.Arrivals;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.load.KeyDistribution;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.RequestReplySpec;
import io.tidemark.model.workload.VerdictThresholds.Threshold;
import io.tidemark.model.workload.VerdictThresholds.Unit;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.YamlNode;
import io.tidemark.model.yaml.YamlNode.YamlScalar;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
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
    MeasuredKeys measured = new MeasuredKeys(fields);
    List<String> topicNames = topicNames();
    TestTime time = new TimeReader(fields, problems, measured).read();
    ProducerRate rate =
        new RateReader(fields, problems).read(time.phases(), pattern() == Pattern.REQUEST_REPLY);
    Optional<PayloadSpec> payload = new PayloadReader(fields, problems, options, folder).read();
    Optional<EarlierRun> fromRun = new EarlierRunReader(fields, problems, folder).read();
    List<Objective> objectives =
        new ObjectiveReader(problems, scope(time), measured).read(fields.node("objectives"));
    payload.ifPresent(this::warnOfUnstamped);
    new WorkloadRules(fields, problems).check(pattern(), rate, time, topicNames);
    Optional<RequestReplySpec> requestReply =
        pattern() == Pattern.REQUEST_REPLY
            ? new RequestReplyReader(fields, problems)
                .read(rate, time, topicNames, payload, errorsBefore)
            : Optional.empty();
    if (payload.isEmpty() || problems.errors().size() > errorsBefore) {
      return Optional.empty();
    }
    return Optional.of(
        workload(time, rate, topicNames, payload.get(), fromRun, objectives, requestReply));
  }

  private ObjectiveScope scope(TestTime time) {
    return ObjectiveScope.ofTest(
        fields.duration("sampleInterval").orElse(Duration.ZERO), time.measured());
  }

  private void warnOfUnstamped(PayloadSpec payload) {
    int least = envelope().leastMessageBytes();
    boolean tooShort = payload.sizes().stream().anyMatch(size -> size.payloadBytes() < least);
    boolean plain = pattern() == Pattern.PUBSUB || pattern() == Pattern.FILL_THEN_DRAIN;
    if (tooShort && plain) {
      String key =
          fields.has("messageSizeDistribution") ? "messageSizeDistribution" : "messageSize";
      problems.warn(
          fields.mark(key),
          key,
          "messages under "
              + least
              + " bytes have no room for the envelope: they are counted, but neither their"
              + " end-to-end latency nor their loss is measured");
    }
  }

  private Workload workload(
      TestTime time,
      ProducerRate rate,
      List<String> topicNames,
      PayloadSpec payload,
      Optional<EarlierRun> fromRun,
      List<Objective> objectives,
      Optional<RequestReplySpec> requestReply) {
    Shape shape = requestReply.map(Shape::of).orElseGet(() -> shape(topicNames));
    Workload bare =
        new Workload(
            fields.given("name").orElse(fileBase),
            fileBase,
            shape.topics(),
            fields.has("partitionsPerTopic")
                ? fields.count("partitionsPerTopic")
                : shape.partitionsPerTopic(),
            topicNames,
            fromRun,
            shape.subscriptionsPerTopic(),
            shape.producersPerTopic(),
            shape.consumerPerSubscription(),
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
            requestReply,
            Map.of());
    return EffectiveWorkload.complete(bare, fields);
  }

  private Shape shape(List<String> topicNames) {
    return new Shape(
        topicNames.isEmpty() ? fields.count("topics") : topicNames.size(),
        fields.count("partitionsPerTopic"),
        fields.count("subscriptionsPerTopic"),
        pattern() == Pattern.CONSUME_ONLY ? 0 : fields.count("producersPerTopic"),
        fields.count("consumerPerSubscription"));
  }

  /** Topics and clients as OMB counts them. */
  private record Shape(
      int topics,
      int partitionsPerTopic,
      int subscriptionsPerTopic,
      int producersPerTopic,
      int consumerPerSubscription) {

    /** A pair is a topic whose requesters produce; each responder gets a partition. */
    static Shape of(RequestReplySpec spec) {
      int respondersPerPair = perPair(spec.responders(), spec);
      return new Shape(
          spec.pairs(),
          respondersPerPair,
          1,
          perPair(spec.mostRequesters(), spec),
          respondersPerPair);
    }

    private static int perPair(int clients, RequestReplySpec spec) {
      return (clients + spec.pairs() - 1) / spec.pairs();
    }
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
    List<String> names = new ArrayList<>();
    for (YamlNode item : fields.items("topicNames")) {
      String path = "topicNames[" + names.size() + "]";
      String name = item instanceof YamlScalar scalar && !scalar.isNull() ? scalar.text() : "";
      if (name.isBlank()) {
        problems.error(item.mark(), path, "an empty name; allowed the name of a topic");
      } else if (names.contains(name)) {
        problems.error(item.mark(), path, "twice in the list, got " + name + "; allowed once");
      }
      names.add(name);
    }
    return names;
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
