package io.tidemark.features.verify;

import io.tidemark.coordinator.fault.FaultEffects;
import io.tidemark.model.earlier.AcknowledgedMessages;
import io.tidemark.model.load.RequestReplySpec;
import io.tidemark.model.metric.AddedParts;
import io.tidemark.model.outcome.OutcomeReport;
import io.tidemark.model.outcome.OutcomeReport.SubscriptionOutcomes;
import io.tidemark.model.part.Parts;
import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.DeliveryReport.ProducerDelivery;
import io.tidemark.model.result.DeliveryReport.SubscriptionDelivery;
import io.tidemark.model.result.FaultReport;
import io.tidemark.model.result.FaultReport.Effect;
import io.tidemark.model.result.LatencyMicros;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RequestReplyReport;
import io.tidemark.model.result.RunCounts;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.RunIdentity;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.RunResult.ClassResult;
import io.tidemark.model.result.RunResult.PriorityResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Text;
import io.tidemark.model.result.Throughput;
import io.tidemark.model.result.VerdictInputs;
import io.tidemark.model.result.VerdictInputs.BrokerCounts;
import io.tidemark.model.result.VerdictInputs.PhaseEnd;
import io.tidemark.model.result.WorkerReport;
import io.tidemark.model.result.file.ResultParts;
import io.tidemark.model.result.finish.BrokerTrends;
import io.tidemark.model.result.finish.ResultFinisher;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.snapshot.TelemetrySample;
import io.tidemark.model.workload.EffectiveWorkload;
import io.tidemark.model.workload.LoadSchedule;
import io.tidemark.model.workload.PhaseNames;
import io.tidemark.model.workload.PhaseScale;
import io.tidemark.model.workload.SearchSpec.Quantity;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.workloadfile.WorkloadReader;
import io.tidemark.report.csv.Csv;
import io.tidemark.report.csv.DeliveryCsv;
import io.tidemark.report.csv.TelemetryCsv;
import io.tidemark.report.store.HistogramLog;
import io.tidemark.verdict.Criteria;
import io.tidemark.verdict.VerdictRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * A run as it follows from its raw parts: samples, histograms, telemetry, events, counts by
 * producer. What has no other source is taken from the stored result; {@link Sources} names it.
 */
final class RecomputedRun {
  /** What is counted of each priority as it is of all messages. */
  private static final Set<Counter> BY_PRIORITY =
      EnumSet.of(
          Counter.SENT,
          Counter.SENT_BYTES,
          Counter.ACKNOWLEDGED,
          Counter.ACKNOWLEDGED_BYTES,
          Counter.FAILED,
          Counter.RECEIVED,
          Counter.RECEIVED_BYTES,
          Counter.OVERTAKEN);

  private final Path directory;
  private final RunResult stored;
  private final Workload workload;
  private final Map<String, RunResult> classes;

  /** The samples of each phase, added up. */
  private final Map<String, Course> courses = new HashMap<>();

  /** Those of each measure that have not been used, by the phases and priorities of their lines. */
  private final Map<Measure, Map<String, Deque<Histogram>>> logs = new EnumMap<>(Measure.class);

  /** What the samples of a phase add up to. */
  private static final class Course {
    private final long startEpochNanos;
    private Counters counters = Counters.ZERO;
    private long nanos;

    Course(long startEpochNanos) {
      this.startEpochNanos = startEpochNanos;
    }
  }

  /**
   * @param classes the runs of the traffic classes, recomputed, by name
   */
  RecomputedRun(Path directory, RunResult stored, Map<String, RunResult> classes) {
    this.directory = directory;
    this.stored = stored;
    this.classes = classes;
    this.workload = WorkloadReader.stored(directory + ", workload", stored.workload());
  }

  /**
   * @param alone whether it is not one of several classes
   * @throws IOException if raw parts cannot be read
   */
  RunResult compose(boolean alone) throws IOException {
    for (Sample sample : stored.samples()) {
      Course course =
          courses.computeIfAbsent(sample.phase(), any -> new Course(sample.startEpochNanos()));
      course.counters = course.counters.plus(sample.counters());
      course.nanos += sample.lengthNanos();
    }
    List<PhaseResult> phases = phases();
    RunResult measured =
        ResultFinisher.result(
            identity(), shape(), phases, classes.isEmpty() ? own(phases) : total());
    RunResult used = alone ? AddedParts.toMeasured(measured) : measured;
    RunResult judged =
        used.withVerdict(VerdictRules.judge(used, workload, Criteria.fromWorkload(workload)));
    RunResult complete = alone ? AddedParts.toJudged(judged) : judged;
    return complete.with(VerdictInputs.PART, inputs(phases));
  }

  private RunIdentity identity() throws IOException {
    RunIdentity known = stored.identity();
    Path acknowledged = directory.resolve(AcknowledgedMessages.FILE);
    return new RunIdentity(
        Files.exists(acknowledged) ? acknowledged().runId() : known.runId(),
        workload.name(),
        known.workloadFileBase(),
        String.valueOf(stored.driver().getOrDefault("name", known.driverName())),
        known.iteration(),
        known.iterations(),
        known.startedEpochMillis());
  }

  private AcknowledgedMessages acknowledged() throws IOException {
    return read(
        AcknowledgedMessages.FILE, file -> AcknowledgedMessages.of(Files.readAllBytes(file)));
  }

  /** A raw file that cannot be read. */
  static final class Damaged extends IOException {
    private static final long serialVersionUID = 1;

    private final String file;

    Damaged(String file, Exception cause) {
      super(Text.message(cause), cause);
      this.file = file;
    }

    String file() {
      return file;
    }
  }

  private interface Reader<T> {
    T read(Path file) throws IOException;
  }

  private <T> T read(String file, Reader<T> reader) throws Damaged {
    try {
      return reader.read(directory.resolve(file));
    } catch (IOException | RuntimeException e) { // Of the records, which check their values.
      throw new Damaged(file, e);
    }
  }

  private RunResult.Shape shape() {
    return classes.isEmpty()
        ? RunResult.Shape.of(workload).withMessageSizeBytes(size())
        : classes.values().stream()
            .map(RunResult::shape)
            .reduce(RunResult.Shape::and)
            .orElseThrow();
  }

  /** Bodies that lie in files are not read again. */
  private int size() {
    int planned = workload.messages().messageSizeBytes();
    return planned == 0 ? stored.shape().messageSizeBytes() : planned;
  }

  private List<PhaseResult> phases() throws IOException {
    for (Measure measure : Measure.values()) {
      Path log = directory.resolve(HistogramLog.fileOf(measure));
      if (Files.exists(log)) {
        Map<String, Deque<Histogram>> byPhase = new HashMap<>();
        for (HistogramLog.Line line : read(HistogramLog.fileOf(measure), HistogramLog::lines)) {
          byPhase
              .computeIfAbsent(line.tag(), any -> new ArrayDeque<>()) // "a b" and "a,b" have one.
              .add(line.histogram());
        }
        logs.put(measure, byPhase);
      }
    }
    List<PhaseResult> phases = new ArrayList<>();
    for (int i = 0; i < stored.phases().size(); i++) {
      PhaseResult phase = stored.phases().get(i);
      phases.add(phase(i, phase, next(HistogramLog.tag(phase))));
    }
    return phases;
  }

  /** The next histograms with the tag. */
  private Map<Measure, Histogram> next(String tag) {
    Map<Measure, Histogram> histograms = new EnumMap<>(Measure.class);
    logs.forEach(
        (measure, byTag) ->
            Optional.ofNullable(byTag.get(tag))
                .map(Deque::poll)
                .ifPresent(histogram -> histograms.put(measure, histogram)));
    return histograms;
  }

  private PhaseResult phase(int index, PhaseResult phase, Map<Measure, Histogram> histograms) {
    if (!classes.isEmpty()) {
      return ofClasses(phase, histograms);
    }
    Course course = courses.getOrDefault(phase.name(), new Course(phase.startEpochNanos()));
    List<PhaseEnd> ends = stored.verdictInputs().phaseEnds();
    long length =
        index < ends.size() && ends.get(index).phase().equals(phase.name())
            ? ends.get(index).lengthNanos()
            : phase.lengthNanos();
    long receiving = phase.byTime().receivingNanos();
    boolean ofArrivals =
        course.counters.get(Counter.SENT) == 0 || !Sources.isScheduled(workload, phase.name());
    return new PhaseResult(
        phase.name(),
        measured(phase),
        course.startEpochNanos,
        length,
        intended(phase, course),
        new Throughput(course.counters, course.nanos, ofArrivals ? receiving : course.nanos),
        phase.counters(),
        scale(phase),
        histograms);
  }

  /** From the first begin to the last end of a phase in its classes. */
  private PhaseResult ofClasses(PhaseResult phase, Map<Measure, Histogram> histograms) {
    List<PhaseResult> each =
        classes.values().stream()
            .flatMap(run -> run.phases().stream())
            .filter(part -> part.name().equals(phase.name()))
            .toList();
    long start = each.stream().mapToLong(PhaseResult::startEpochNanos).min().orElse(0);
    long end =
        each.stream()
            .mapToLong(part -> part.startEpochNanos() + part.lengthNanos())
            .max()
            .orElse(start);
    boolean open = each.stream().allMatch(part -> part.intendedRatePerSecond().isPresent());
    Course course = courses.getOrDefault(phase.name(), new Course(start));
    return new PhaseResult(
        phase.name(),
        each.stream().anyMatch(PhaseResult::measured),
        start,
        end - start,
        open
            ? each.stream()
                .flatMap(part -> part.intendedRatePerSecond().stream())
                .reduce(Double::sum)
            : Optional.empty(),
        new Throughput(course.counters, course.nanos),
        phase.counters(),
        PhaseScale.NONE,
        histograms);
  }

  private boolean measured(PhaseResult phase) {
    return LoadSchedule.of(workload).stretches().stream()
        .filter(stretch -> workload.search().isEmpty() && stretch.name().equals(phase.name()))
        .map(LoadSchedule.Stretch::measured)
        .findFirst()
        .orElse(phase.measured());
  }

  /** The mean of the schedule, if the phase is one of its stretches. */
  private Optional<Double> intended(PhaseResult phase, Course course) {
    PhaseResult first = stored.phases().get(0);
    boolean warmUp = first.name().equals(PhaseNames.WARM_UP);
    LoadSchedule schedule =
        LoadSchedule.of(workload, warmUp ? Duration.ofNanos(first.lengthNanos()) : Duration.ZERO);
    if (!Sources.isScheduled(workload, phase.name()) || !courses.containsKey(first.name())) {
      return phase.intendedRatePerSecond();
    }
    long from =
        course.startEpochNanos - Objects.requireNonNull(courses.get(first.name())).startEpochNanos;
    return schedule.meanRate(from, from + phase.lengthNanos());
  }

  private PhaseScale scale(PhaseResult phase) {
    boolean byTrial = stored.search().filter(each -> each.over() != Quantity.RATE).isPresent();
    return byTrial ? phase.scale() : PhaseScale.in(workload, phase.name());
  }

  /** The parts of a run without classes. */
  private Parts own(List<PhaseResult> phases) throws IOException {
    Counters total = intended(phases);
    DeliveryReport delivery = delivery(total);
    return common()
        .with(RunCounts.PART, new RunCounts(total))
        .with(DeliveryReport.PART, delivery)
        .with(DeliveryReport.AGES_NANOS, ages())
        .with(RequestReplyReport.PART, stored.requestReply().map(asked -> requests(asked, total)))
        .with(FaultReport.PART, faults(phases, delivery))
        .with(OutcomeReport.PART, stored.part(OutcomeReport.PART).map(ends -> ends(ends, delivery)))
        .with(
            RunResult.PRIORITIES,
            priorities(
                ResultFinisher.total(phases, EffectiveWorkload.of(workload), identity()),
                delivery));
  }

  /** Of each subscription that has rows of its producers, what adds up to its messages. */
  private static OutcomeReport ends(OutcomeReport known, DeliveryReport delivery) {
    List<SubscriptionOutcomes> all = new ArrayList<>(known.subscriptions());
    for (int i = 0; i < Math.min(all.size(), delivery.subscriptions().size()); i++) {
      SubscriptionDelivery each = delivery.subscriptions().get(i);
      if (!each.producers().isEmpty()) {
        SubscriptionOutcomes ends = all.get(i);
        long others =
            ends.acceptedAgain()
                + ends.deadLetters()
                + ends.deadLettersAgain()
                + ends.both()
                + ends.dropped();
        long lost = each.lost().orElse(ends.neither());
        all.set(i, ends.with().accepted(each.expected() - lost - others).neither(lost).build());
      }
    }
    return new OutcomeReport(all);
  }

  /**
   * Each with the latencies of its lines. The highest has what the others leave of the messages
   * that were intended in the measured time, so that all of them have one source.
   */
  private List<PriorityResult> priorities(PhaseResult total, DeliveryReport delivery) {
    List<PriorityResult> all = new ArrayList<>();
    List<PriorityResult> known = stored.part(RunResult.PRIORITIES);
    Counters left = total.counters();
    long late = delivery.outOfOrder().orElse(0L);
    for (int i = known.size() - 1; i >= 0; i--) {
      PriorityResult each = known.get(i);
      Counters own = each.totals().counters();
      Counters rest = left;
      boolean derived = i == 0 && Sources.countsPriorities(stored);
      Counters counters =
          Counters.of(
              counter -> (derived && BY_PRIORITY.contains(counter) ? rest : own).get(counter));
      PhaseResult its =
          new PhaseResult(
              total.name(),
              total.measured(),
              total.startEpochNanos(),
              total.lengthNanos(),
              Optional.empty(),
              new Throughput(
                  each.totals().byTime().counters(),
                  total.byTime().sendingNanos(),
                  total.byTime().receivingNanos()),
              counters,
              PhaseScale.NONE,
              next(HistogramLog.tag(each)));
      boolean judged = i == 0 && delivery.outOfOrder().isPresent();
      all.add(0, new PriorityResult(each.priority(), judged ? late : each.outOfOrder(), its));
      left = Counters.of(counter -> rest.get(counter) - own.get(counter));
      late -= each.outOfOrder();
    }
    return all;
  }

  private Parts common() throws IOException {
    List<TelemetrySample> telemetry = new ArrayList<>();
    if (Files.exists(directory.resolve(TelemetryCsv.FILE))) {
      read(
          TelemetryCsv.FILE,
          file -> {
            TelemetryCsv.forEach(file, telemetry::add);
            return file;
          });
    }
    Map<String, WorkerReport> workers = new LinkedHashMap<>();
    stored.workers().forEach(each -> workers.putIfAbsent(each.name(), each));
    return stored
        .parts()
        .with(RunResult.WORKLOAD, EffectiveWorkload.of(workload))
        .with(WorkerReport.PART, List.copyOf(workers.values()))
        .with(TelemetrySample.PART, telemetry);
  }

  /** The parts of the run of all classes follow from those of the classes. */
  private Parts total() throws IOException {
    Map<String, Parts> byClass = new LinkedHashMap<>();
    classes.forEach((name, run) -> byClass.put(name, run.parts()));
    Parts of = Parts.ofClasses(ResultParts.ALL, byClass);
    return common()
        .with(RunCounts.PART, new RunCounts(intended(stored.phases())))
        .with(DeliveryReport.PART, of.get(DeliveryReport.PART))
        .with(DeliveryReport.AGES_NANOS, of.get(DeliveryReport.AGES_NANOS))
        .with(RunEvent.PART, of.get(RunEvent.PART))
        .with(WorkerReport.PART, of.get(WorkerReport.PART))
        .with(RunResult.BROKER_FACTS, of.get(RunResult.BROKER_FACTS))
        .with(VerdictInputs.PART, stored.verdictInputs())
        .with(
            RunResult.CLASSES,
            classes.entrySet().stream()
                .map(each -> ClassResult.of(each.getKey(), each.getValue()))
                .toList());
  }

  private VerdictInputs inputs(List<PhaseResult> phases) throws IOException {
    VerdictInputs known = stored.verdictInputs();
    // After them are those that were lost before the load.
    int workers =
        stored.samples().isEmpty()
            ? known.workers().size()
            : stored.samples().iterator().next().hosts().size();
    List<TelemetrySample> telemetry = new ArrayList<>(common().get(TelemetrySample.PART));
    if (classes.isEmpty()) {
      return known
          .with()
          .workers(stored.workers().stream().map(WorkerReport::name).limit(workers).toList())
          .producers(workload.totalProducers())
          .phaseEnds(ends(known.phaseEnds()))
          .brokerTrends(BrokerTrends.of(phases, telemetry))
          .build();
    }
    Map<String, Parts> byClass = new LinkedHashMap<>();
    classes.forEach((name, run) -> byClass.put(name, run.parts()));
    return Parts.ofClasses(List.of(VerdictInputs.PART), byClass)
        .get(VerdictInputs.PART)
        .with()
        .peakBacklogMessages(known.peakBacklogMessages())
        .brokerCounts(BrokerCounts.NONE)
        .damages(known.damages())
        .brokerTrends(BrokerTrends.of(phases, telemetry))
        .build();
  }

  private List<PhaseEnd> ends(List<PhaseEnd> known) {
    List<PhaseEnd> ends = new ArrayList<>();
    for (int i = 0; i < stored.phases().size(); i++) {
      PhaseResult phase = stored.phases().get(i);
      PhaseEnd each =
          i < known.size()
              ? known.get(i)
              : new PhaseEnd(phase.name(), phase.lengthNanos(), false, 0);
      ends.add(
          new PhaseEnd(
              phase.name(), each.lengthNanos(), each.conditionMet(), each.backlogMessages()));
    }
    return ends;
  }

  /** Each message is counted in the phase in which it was intended. */
  private static Counters intended(List<PhaseResult> phases) {
    return phases.stream().map(PhaseResult::counters).reduce(Counters.ZERO, Counters::plus);
  }

  private List<Long> ages() throws IOException {
    String name = "unacknowledged.csv";
    return Files.exists(directory.resolve(name))
        ? read(
            name,
            file ->
                Files.readAllLines(file).stream()
                    .skip(1)
                    .map(age -> LatencyMicros.nanos(Double.parseDouble(age)))
                    .toList())
        : List.of();
  }

  private RequestReplyReport requests(RequestReplyReport known, Counters total) {
    RequestReplySpec spec = workload.requestReply().orElseThrow();
    return new RequestReplyReport(
        known.nativeWay(),
        known.mechanism(),
        spec.requesters(),
        spec.responders(),
        known.pairs(),
        total.get(Counter.SENT),
        total.only(Counter.Group.ROUND_TRIPS),
        known.unanswered(),
        known.requestsLost(),
        known.repliesLost());
  }

  private List<FaultReport> faults(List<PhaseResult> phases, DeliveryReport delivery) {
    List<FaultReport> bare =
        stored.faults().stream().map(fault -> fault.withEffect(Optional.empty())).toList();
    List<FaultReport> computed =
        FaultEffects.of(
            bare,
            stored.samples(),
            phases,
            workload,
            stored.events(),
            delivery,
            (from, to) -> Optional.empty());
    List<FaultReport> all = new ArrayList<>();
    for (int i = 0; i < computed.size(); i++) {
      Optional<Long> leaders = stored.faults().get(i).effect().flatMap(Effect::leaderChanges);
      all.add(
          computed
              .get(i)
              .withEffect(
                  computed.get(i).effect().map(effect -> effect.withLeaderChanges(leaders))));
    }
    return all;
  }

  /** Counts of the whole run, and those of each subscription as the sum over its producers. */
  private DeliveryReport delivery(Counters total) throws IOException {
    DeliveryReport known = stored.delivery();
    Map<List<String>, List<ProducerDelivery>> rows = new LinkedHashMap<>();
    String name = "delivery.csv";
    if (Files.exists(directory.resolve(name))) {
      for (String row : read(name, Files::readAllLines).stream().skip(1).toList()) {
        List<String> cells = Csv.cells(row);
        ProducerDelivery each = read(name, file -> producer(cells));
        rows.computeIfAbsent(cells.subList(0, 2), key -> new ArrayList<>()).add(each);
      }
    }
    return known
        .with()
        .mode(workload.consumers().delivery())
        .sent(total.get(Counter.SENT))
        .acknowledged(total.get(Counter.ACKNOWLEDGED))
        .failed(total.get(Counter.FAILED))
        .unacknowledged(
            Sources.knowsUnacknowledged(stored) ? total.unanswered() : known.unacknowledged())
        .corrupted(known.corrupted().map(any -> total.get(Counter.CORRUPTED)))
        .foreign(known.foreign().map(any -> total.get(Counter.FOREIGN)))
        .subscriptions(
            known.subscriptions().stream()
                .map(
                    each ->
                        summed(
                            each,
                            rows.get(List.of(each.subscription(), each.topic())),
                            !rows.isEmpty()))
                .toList())
        .build();
  }

  private static ProducerDelivery producer(List<String> cells) throws IOException {
    try {
      if (cells.size() != DeliveryCsv.TABLE.columns().size()) {
        throw new IllegalArgumentException(cells.size() + " cells");
      }
      List<Optional<Long>> numbers =
          cells.subList(2, cells.size()).stream()
              .map(
                  cell -> cell.isEmpty() ? Optional.<Long>empty() : Optional.of(Long.valueOf(cell)))
              .toList();
      return new ProducerDelivery(
          numbers.get(0).orElseThrow().intValue(),
          numbers.get(1).orElseThrow(),
          numbers.get(2).orElseThrow(),
          numbers.get(3),
          numbers.get(4).orElseThrow(),
          numbers.get(5),
          numbers.get(6),
          numbers.get(7));
    } catch (RuntimeException e) {
      throw new IOException("damaged: row " + cells, e);
    }
  }

  /**
   * @param rows whether there are rows of any subscription
   */
  private static SubscriptionDelivery summed(
      SubscriptionDelivery known, @Nullable List<ProducerDelivery> producers, boolean rows) {
    if (producers == null) {
      boolean removed = rows && known.expected() + known.received() > 0 && !isCounted(known);
      return removed ? known.withExpected(0) : known;
    }
    return known
        .with()
        .expected(producers.stream().mapToLong(ProducerDelivery::expected).sum())
        .received(producers.stream().mapToLong(ProducerDelivery::received).sum())
        .lost(sum(producers, ProducerDelivery::lost))
        .duplicated(sum(producers, each -> Optional.of(each.duplicated())))
        .outOfOrder(sum(producers, ProducerDelivery::outOfOrder))
        .unacknowledgedButReceived(sum(producers, ProducerDelivery::unacknowledgedButReceived))
        .abortedReads(sum(producers, ProducerDelivery::abortedReads))
        .producers(producers)
        .build();
  }

  /** Messages without a stamp have no producer: {@code (all)}, {@code (without stamp)}. */
  private static boolean isCounted(SubscriptionDelivery known) {
    return known.subscription().startsWith("(");
  }

  private static Optional<Long> sum(
      List<ProducerDelivery> producers, Function<ProducerDelivery, Optional<Long>> number) {
    List<Long> known = producers.stream().map(number).flatMap(Optional::stream).toList();
    if (!known.isEmpty() && known.size() < producers.size()) {
      throw new IllegalArgumentException("delivery.csv knows a number of some producers only");
    }
    return known.stream().reduce(Long::sum);
  }
}
