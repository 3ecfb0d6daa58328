package io.tidemark.model.workloadfile;

import io.tidemark.driver.settings.Quantities;
import io.tidemark.model.conflict.KeyCombination;
import io.tidemark.model.conflict.KeyConflicts;
import io.tidemark.model.earlier.EarlierRun;
import io.tidemark.model.fault.FaultSpec;
import io.tidemark.model.grammar.AddedKeys;
import io.tidemark.model.grammar.Fields;
import io.tidemark.model.grammar.FileKind;
import io.tidemark.model.load.CloudEventsSpec;
import io.tidemark.model.load.CurveKeys;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.load.InFlightUntil;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.PayloadSpec.WeightedSize;
import io.tidemark.model.load.RequestReplySpec;
import io.tidemark.model.recorded.CurveReader;
import io.tidemark.model.recorded.ReplayReader;
import io.tidemark.model.recorded.ReplayReader.Replay;
import io.tidemark.model.workload.DestinationSpec;
import io.tidemark.model.workload.LoadSchedule;
import io.tidemark.model.workload.MessageSpec;
import io.tidemark.model.workload.Objective;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.PayloadKeys;
import io.tidemark.model.workload.Phase;
import io.tidemark.model.workload.ProducerRate;
import io.tidemark.model.workload.Roles;
import io.tidemark.model.workload.SearchSpec;
import io.tidemark.model.workload.TimeSpec;
import io.tidemark.model.workload.VerdictThresholds;
import io.tidemark.model.workload.VerdictThresholds.Threshold;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.workload.WorkloadKeys;
import io.tidemark.model.yaml.YamlNode;
import io.tidemark.model.yaml.YamlNode.YamlScalar;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** From the checked keys of one file to a workload. Reports what single keys cannot show. */
final class WorkloadDraft {
  /** In place of those of a trace that cannot be read, which has been reported. */
  private static final List<WeightedSize> UNKNOWN_SIZES = List.of(new WeightedSize(1_024, 1));

  private static final String RATE = "producerRate";
  private static final Duration UNKNOWN_LENGTH = Duration.ofHours(1);

  private final Fields fields;
  private final Origin origin;
  private final WorkloadKeys file;
  private final Pattern pattern;

  WorkloadDraft(Fields fields, Origin origin) {
    this.fields = fields;
    this.origin = origin;
    this.file = fields.read(WorkloadKeys.class);
    this.pattern = file.pattern();
  }

  MeasuredMetrics measured() {
    return MeasuredMetrics.ofFile(fields, file);
  }

  /** Empty when something is wrong; incomplete in that case, so not to be used. */
  Optional<Workload> complete() {
    boolean asks = pattern == Pattern.REQUEST_REPLY;
    MeasuredMetrics measured = measured();
    List<String> topicNames = topicNames();
    ReplayReader replayReader = new ReplayReader(fields, payloadFiles()::find);
    Optional<Replay> replay = origin.stored() ? Optional.empty() : replayReader.read();
    Optional<CurveKeys> curve =
        replay.map(Replay::curve).or(new CurveReader(fields, payloadFiles()::find)::read);
    boolean replays = !origin.stored() && (replayReader.isThere() || fields.isWrong("replay"));
    boolean unknown = curve.isEmpty() && (replays || isUnknownLoad());
    TimeReader times =
        new TimeReader(fields, file.time(), measured, usualTest(curve, replays, unknown));
    List<Phase> phases = times.phases();
    TimeSpec time = times.read(phases);
    Optional<Duration> measuredTime = time.measured(phases);
    ProducerRate rate = rate(curve.map(CurveKeys::meanRate).or(() -> some(unknown, 1.0)), phases);
    SearchReader searches = new SearchReader(fields, file);
    Optional<SearchSpec> ofRate = searches.ofRate(rate, pattern, time);
    PayloadReader payloads = new PayloadReader(fields, file, payloadFiles(), origin.stored());
    Optional<PayloadSpec> payload =
        replays ? payloads.read(replay.map(Replay::sizes).orElse(UNKNOWN_SIZES)) : payloads.read();
    Optional<SearchSpec> search = ofRate.or(() -> searches.other(time, payload));
    Optional<EarlierRun> fromRun =
        origin.stored()
            ? file.consumeOnly().fromRun()
            : new EarlierRunReader(fields, origin.folder()).read();
    List<Objective> objectives =
        new ObjectiveReader(
                fields.problems(), ObjectiveScope.ofTest(time, measuredTime), measured, Map.of())
            .read(fields.node("objectives"));
    new HeaderReader(fields).check();
    file.messages()
        .cloudEvents()
        .ifPresent(events -> new EventReader(fields.section("cloudEvents"), events).check());
    payload.ifPresent(spec -> warnOfUnstamped(spec, phases));
    CurveReader.checkBursts(fields, file.load().bursts(), measuredTime.map(time.warmup()::plus));
    warnOfOverwritten();
    if (!origin.stored()) { // Which has both a trace and its curve.
      KeyConflicts.check(
          new KeyCombination(fields, file, rate, time, phases), PhaseReader.each(fields));
    }
    warnOfNoConsumers();
    Optional<RequestReplySpec> requestReply =
        asks
            ? new RequestReplyReader(fields, file).read(rate, topicNames, payload)
            : Optional.empty();
    if (payload.isEmpty() || fields.haveErrors()) {
      return Optional.empty();
    }
    warnOfShortPhases(time, phases);
    curve
        .filter(any -> replay.isEmpty())
        .ifPresent(given -> CurveReader.warnIfShorter(fields, given, measuredTime));
    Workload workload =
        new Workload(
            file.name().orElse(origin.fileBase()),
            origin.fileBase(),
            roles(fromRun, requestReply),
            requestReply
                .map(spec -> file.destinations().ofPairs(fields, spec))
                .orElseGet(() -> file.destinations().of(pattern)),
            new MessageSpec(payload.get(), payloads.written(), file.messages(), payloads.schema()),
            file.load()
                .load(
                    rate,
                    curve,
                    origin.stored() ? file.load().replay() : replay.map(Replay::keys),
                    search),
            file.load().limits(),
            time,
            phases,
            file.consumers(),
            file.question(),
            objectives,
            thresholds(),
            List.of(),
            List.of(),
            AddedKeys.of(FileKind.WORKLOAD).stream().map(each -> each.read(fields)).toList());
    List<FaultSpec> faults = new FaultReader(fields).read(LoadSchedule.of(workload).stretches());
    Workload complete = workload.withFaults(faults);
    fields.node("question").ifPresent(node -> check(node, complete));
    if (!origin.stored()) {
      new ObjectiveCheck(fields, complete).check();
    }
    List<String> stretches =
        LoadSchedule.of(complete).stretches().stream().map(LoadSchedule.Stretch::name).toList();
    AddedKeys.of(FileKind.WORKLOAD).forEach(each -> each.check().check(fields, stretches));
    return Optional.of(complete).filter(any -> !fields.haveErrors());
  }

  /**
   * What {@code producerRate} asks for; without it that of a curve or the phases.
   *
   * @param curved the mean rate of a curve
   */
  private ProducerRate rate(Optional<Double> curved, List<Phase> phases) {
    if (!fields.has(RATE)) {
      boolean closed = pattern == Pattern.REQUEST_REPLY || pattern.fillsFirst();
      return curved
          .or(() -> phases.stream().flatMap(each -> each.rateAboveNone().stream()).findFirst())
          .map(ProducerRate::new)
          .orElse(closed ? ProducerRate.MAX : ProducerRate.SEARCHED);
    }
    ProducerRate given = file.load().rate();
    String text = fields.text(RATE).orElse(ProducerRate.WORD_OF_MAX);
    if (given.isMax() && !text.equals(ProducerRate.WORD_OF_MAX)) {
      fields
          .problems()
          .notice(
              fields.mark(RATE),
              RATE,
              text + " is treated as max (a closed loop), as in OMB's files");
    }
    return given;
  }

  private Roles roles(Optional<EarlierRun> fromRun, Optional<RequestReplySpec> requestReply) {
    return switch (pattern) {
      case PUBSUB -> file.publishSubscribe();
      case FILL_THEN_DRAIN -> new Roles.FillThenDrain();
      case CONSUME_ONLY -> file.consumeOnly().withFromRun(fromRun);
      case REQUEST_REPLY -> new Roles.RequestReply(requestReply.orElseThrow());
      case FAILOVER -> new Roles.Failover();
    };
  }

  /** Whether a curve or phases were meant that cannot be read: no other key is missing then. */
  private boolean isUnknownLoad() {
    return fields.has("rateCurve") || fields.isWrong("rateCurve") || fields.isWrong("phases");
  }

  private static <T> Optional<T> some(boolean present, T value) {
    return present ? Optional.of(value) : Optional.empty();
  }

  /** The length of a curve; of a trace what the warm-up leaves. */
  private Optional<Duration> usualTest(
      Optional<CurveKeys> curve, boolean replays, boolean unknown) {
    if (!replays || curve.isEmpty()) {
      return curve.map(CurveKeys::length).or(() -> some(unknown, UNKNOWN_LENGTH));
    }
    Duration length = curve.get().length();
    Duration rest = length.minus(file.time().warmup());
    if (rest.isNegative() || rest.isZero()) {
      fields.error(
          "replay",
          ("is over before the warm-up, got a trace of %s and a warmupDuration of %s; allowed a"
                  + " shorter warm-up, such as 0s")
              .formatted(Quantities.text(length), Quantities.text(file.time().warmup())));
      return Optional.of(length);
    }
    return Optional.of(rest);
  }

  private void check(YamlNode question, Workload complete) {
    complete
        .question()
        .map(asked -> new QuestionCheck(question, asked, fields.problems()))
        .ifPresent(check -> check.of(complete));
  }

  /** With consumerBacklogSizeGB the time of phases is not that of the test. */
  private void warnOfShortPhases(TimeSpec time, List<Phase> phases) {
    Optional<Duration> measured = time.measured(phases);
    if (!phases.isEmpty()
        && !time.test().equals(measured)
        && file.consumers().backlogSizeBytes() == 0) {
      fields.warn(
          fields.has("testDuration") ? "testDuration" : "testDurationMinutes",
          ("is not reached: the test ends with its phases, got %s; allowed %s, or leave the key"
                  + " out")
              .formatted(
                  time.test().map(Quantities::text).orElse("unlimited"),
                  Quantities.text(measured.orElseThrow())));
    }
  }

  private void warnOfUnstamped(PayloadSpec payload, List<Phase> phases) {
    int least = file.messages().envelope().leastMessageBytes();
    boolean tooShort =
        payload.endsBytes().anyMatch(bytes -> bytes < least)
            || phases.stream()
                .flatMap(phase -> phase.messageSizeBytes().stream())
                .anyMatch(bytes -> bytes < least);
    boolean plain = pattern == Pattern.PUBSUB || pattern.fillsFirst();
    if (tooShort && file.load().limits().inFlightUntil() == InFlightUntil.RECEIVED) {
      fields.error(
          "inFlightUntil",
          "received needs an envelope in each message; allowed with messages from "
              + least
              + " bytes");
    } else if (tooShort && plain) {
      fields.warn(
          fields.has("messageSizeDistribution") ? "messageSizeDistribution" : "messageSize",
          ("messages under %s bytes have no room for the envelope: they are counted,"
                  + " but neither their end-to-end latency nor their loss is measured")
              .formatted(least));
    }
  }

  private void warnOfNoConsumers() {
    DestinationSpec clients = file.destinations();
    if (!fields.haveErrors()
        && clients.subscriptionsPerTopic() > 0
        && clients.consumerPerSubscription() == 0
        && pattern == Pattern.PUBSUB) {
      fields
          .problems()
          .warn(
              fields.mark("subscriptionsPerTopic"),
              "consumerPerSubscription",
              "is 0, but there are subscriptions");
    }
  }

  /** A broker or consumer that validates bodies refuses them. */
  private void warnOfOverwritten() {
    EnvelopeSpec envelope = file.messages().envelope();
    Optional<PayloadKeys.Own> own = file.payload().payload();
    Optional<String> form =
        own.filter(keys -> keys.avro().isPresent())
            .map(keys -> "Avro")
            .or(() -> own.filter(PayloadKeys.Own::isJson).map(keys -> "JSON"));
    boolean refused = // As an error.
        file.messages().cloudEvents().filter(CloudEventsSpec::isStructured).isPresent();
    if (!refused && form.isPresent() && envelope.leastMessageBytes() > 0 && !fields.haveErrors()) {
      fields.warn(
          "payload",
          ("the envelope overwrites bytes of each body, so what is sent is not %s, got position:"
                  + " %s; allowed envelope: {position: header}")
              .formatted(form.get(), envelope.position().name().toLowerCase(Locale.ROOT)));
    }
  }

  private List<String> topicNames() {
    List<String> names = new ArrayList<>();
    for (YamlNode item : fields.items("topicNames")) {
      String path = "topicNames" + "[" + names.size() + "]";
      String name = item instanceof YamlScalar scalar && !scalar.isNull() ? scalar.text() : "";
      if (name.isBlank()) {
        fields.problems().error(item.mark(), path, "an empty name; allowed the name of a topic");
      } else if (names.contains(name)) {
        fields
            .problems()
            .error(item.mark(), path, "twice in the list, got " + name + "; allowed once");
      }
      names.add(name);
    }
    return names;
  }

  private Map<String, Double> thresholds() {
    Fields given = fields.section("thresholds");
    Map<String, Double> thresholds = new LinkedHashMap<>();
    for (Threshold threshold : VerdictThresholds.all()) {
      given
          .text(threshold.key())
          .flatMap(threshold::value)
          .ifPresent(value -> thresholds.put(threshold.key(), value));
    }
    return thresholds;
  }

  private PayloadFiles payloadFiles() {
    return new PayloadFiles(
        fields.problems(), origin.options().workingDirectory(), origin.folder());
  }
}
