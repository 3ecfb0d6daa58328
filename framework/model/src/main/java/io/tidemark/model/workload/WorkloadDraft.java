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
    TimeSpec time = new TimeReader(fields, problems, measured).read();
    LoadSpec load = load(time.phases());
    Optional<PayloadSpec> payload = new PayloadReader(fields, problems, options, folder).read();
    Optional<EarlierRun> fromRun = new EarlierRunReader(fields, problems, folder).read();
    List<Objective> objectives =
        new ObjectiveReader(problems, ObjectiveScope.ofTest(time), measured)
            .read(fields.node("objectives"));
    payload.ifPresent(this::warnOfUnstamped);
    new WorkloadRules(fields, problems).check(pattern(), load.rate(), time, topicNames);
    Optional<RequestReplySpec> requestReply =
        pattern() == Pattern.REQUEST_REPLY
            ? new RequestReplyReader(fields, problems)
                .read(load.rate(), time, topicNames, payload, errorsBefore)
            : Optional.empty();
    if (payload.isEmpty() || problems.errors().size() > errorsBefore) {
      return Optional.empty();
    }
    return Optional.of(
        new Workload(
            fields.given("name").orElse(fileBase),
            fileBase,
            pattern(),
            requestReply
                .map(spec -> pairs(spec, topicNames))
                .orElseGet(() -> topics(topicNames, fromRun)),
            messages(payload.get()),
            load,
            time,
            consumers(),
            requestReply,
            objectives,
            thresholds()));
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

  private DestinationSpec topics(List<String> topicNames, Optional<EarlierRun> fromRun) {
    return new DestinationSpec(
        topicNames.isEmpty() ? fields.count("topics") : topicNames.size(),
        fields.count("partitionsPerTopic"),
        topicNames,
        fromRun,
        fields.count("subscriptionsPerTopic"),
        pattern() == Pattern.CONSUME_ONLY ? 0 : fields.count("producersPerTopic"),
        fields.count("consumerPerSubscription"));
  }

  /** A pair is a topic whose requesters produce; each responder gets a partition. */
  private DestinationSpec pairs(RequestReplySpec spec, List<String> topicNames) {
    int respondersPerPair = perPair(spec.responders(), spec);
    return new DestinationSpec(
        spec.pairs(),
        fields.has("partitionsPerTopic") ? fields.count("partitionsPerTopic") : respondersPerPair,
        topicNames,
        Optional.empty(),
        1,
        perPair(spec.mostRequesters(), spec),
        respondersPerPair);
  }

  private static int perPair(int clients, RequestReplySpec spec) {
    return (clients + spec.pairs() - 1) / spec.pairs();
  }

  private MessageSpec messages(PayloadSpec payload) {
    return new MessageSpec(
        payload,
        PayloadReader.contentKeys(fields, payload.content()),
        KeyDistribution.valueOf(fields.word("keyDistributor")),
        envelope(),
        fields.integer("seed"));
  }

  private LoadSpec load(List<Phase> phases) {
    return new LoadSpec(
        new RateReader(fields, problems).read(phases, pattern() == Pattern.REQUEST_REPLY),
        Arrivals.valueOf(upper(fields.word("arrivals"))),
        fields.has("maxInFlightPerProducer")
            ? Optional.of(fields.count("maxInFlightPerProducer"))
            : Optional.empty(),
        fields.integer("messageLimit"));
  }

  private ConsumerSpec consumers() {
    return new ConsumerSpec(
        fields.duration("consumerProcessingTime").orElse(Duration.ZERO),
        fields.integer("consumerBacklogSizeGB") * BYTES_PER_GIB,
        fields.number("backlogDrainRatio").orElseThrow(),
        DeliveryMode.valueOf(upper(fields.word("delivery"))),
        fields.duration("drainTimeout").orElseThrow());
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
