package io.tidemark.model.workload;

import io.tidemark.driver.Quantities;
import io.tidemark.model.fault.FaultSpec;
import io.tidemark.model.load.InFlightUntil;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.RequestReplySpec;
import io.tidemark.model.workload.VerdictThresholds.Threshold;
import io.tidemark.model.yaml.YamlNode;
import io.tidemark.model.yaml.YamlNode.YamlScalar;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** From the checked keys of one file to a workload. Reports what single keys cannot show. */
final class WorkloadDraft {
  private final WorkloadFields fields;
  private final ReadOptions options;
  private final Path folder;
  private final String fileBase;
  private final Pattern pattern;

  WorkloadDraft(WorkloadFields fields, ReadOptions options, Path folder, String fileBase) {
    this.fields = fields;
    this.options = options;
    this.folder = folder;
    this.fileBase = fileBase;
    this.pattern = fields.get(WorkloadKeys.PATTERN);
  }

  /** Empty when something is wrong; incomplete in that case, so not to be used. */
  Optional<Workload> complete() {
    boolean asks = pattern == Pattern.REQUEST_REPLY;
    MeasuredKeys measured = new MeasuredKeys(fields);
    List<String> topicNames = topicNames();
    TimeSpec time = new TimeReader(fields, measured).read();
    boolean closed = asks || pattern.fillsFirst();
    ProducerRate rate =
        new SearchReader(fields)
            .read(RateReader.read(fields, time.phases(), closed), pattern, time);
    Optional<PayloadSpec> payload = new PayloadReader(fields, options, folder).read();
    Optional<SearchSpec> search = new SearchReader(fields).other(rate, pattern, time, payload);
    Optional<EarlierRun> fromRun = new EarlierRunReader(fields, folder).read();
    List<Objective> objectives =
        new ObjectiveReader(fields.problems(), ObjectiveScope.ofTest(time), measured)
            .read(fields.node(WorkloadKeys.OBJECTIVES));
    payload.ifPresent(spec -> warnOfUnstamped(spec, time));
    new WorkloadRules(fields).check(pattern, rate, time, topicNames);
    Optional<RequestReplySpec> requestReply =
        asks
            ? new RequestReplyReader(fields).read(rate, time, topicNames, payload)
            : Optional.empty();
    if (payload.isEmpty() || fields.haveErrors()) {
      return Optional.empty();
    }
    warnOfShortPhases(time);
    Workload workload =
        new Workload(
            fields.given(WorkloadKeys.NAME).orElse(fileBase),
            fileBase,
            pattern,
            requestReply
                .map(spec -> DestinationSpec.ofPairs(fields, spec, topicNames))
                .orElseGet(() -> DestinationSpec.read(fields, pattern, topicNames, fromRun)),
            MessageSpec.read(fields, payload.get()),
            LoadSpec.read(fields, rate, search),
            time,
            ConsumerSpec.read(fields),
            requestReply,
            objectives,
            thresholds(),
            List.of());
    List<FaultSpec> faults =
        new FaultReader(fields).read(pattern, rate, LoadSchedule.of(workload).stretches());
    return Optional.of(workload.with(faults)).filter(any -> !fields.haveErrors());
  }

  /** With consumerBacklogSizeGB the time of phases is not that of the test. */
  private void warnOfShortPhases(TimeSpec time) {
    Optional<Duration> measured = time.measured();
    if (!time.phases().isEmpty()
        && !time.test().equals(measured)
        && fields.get(ConsumerSpec.BACKLOG_GIB) == 0) {
      fields.warn(
          fields.has(TimeReader.TEST) ? TimeReader.TEST : TimeReader.TEST_MINUTES,
          ("is not reached: the test ends with its phases, got %s; allowed %s, or leave the key out")
              .formatted(
                  time.test().map(Quantities::text).orElse("unlimited"),
                  Quantities.text(measured.orElseThrow())));
    }
  }

  private void warnOfUnstamped(PayloadSpec payload, TimeSpec time) {
    int least = MessageSpec.envelope(fields).leastMessageBytes();
    boolean tooShort =
        payload.sizes().stream().anyMatch(size -> size.payloadBytes() < least)
            || time.phases().stream()
                .flatMap(phase -> phase.messageSizeBytes().stream())
                .anyMatch(bytes -> bytes < least);
    boolean plain = pattern == Pattern.PUBSUB || pattern.fillsFirst();
    if (tooShort && fields.get(LoadSpec.IN_FLIGHT_UNTIL) == InFlightUntil.RECEIVED) {
      fields.error(
          LoadSpec.IN_FLIGHT_UNTIL,
          "received needs an envelope in each message; allowed with messages from "
              + least
              + " bytes");
    } else if (tooShort && plain) {
      fields.warn(
          fields.has(SizeReader.DISTRIBUTION) ? SizeReader.DISTRIBUTION : SizeReader.SIZE,
          ("messages under %s bytes have no room for the envelope: they are counted,"
                  + " but neither their end-to-end latency nor their loss is measured")
              .formatted(least));
    }
  }

  private List<String> topicNames() {
    List<String> names = new ArrayList<>();
    for (YamlNode item : fields.items(DestinationSpec.TOPIC_NAMES)) {
      String path = DestinationSpec.TOPIC_NAMES.name() + "[" + names.size() + "]";
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
    WorkloadFields given = fields.section(WorkloadKeys.THRESHOLDS);
    Map<String, Double> thresholds = new LinkedHashMap<>();
    for (Threshold threshold : VerdictThresholds.all()) {
      given.given(threshold.yamlKey()).ifPresent(value -> thresholds.put(threshold.key(), value));
    }
    return thresholds;
  }
}
