package io.tidemark.report.text;

import io.tidemark.model.load.Serialization;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RequestReplyReport;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import io.tidemark.model.result.WorkerReport;
import io.tidemark.report.file.ReportFormats;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What is known of a run beside its figures, as short texts. */
public final class RunFacts {
  /** Names of the facts of {@link #of} on which the durability of messages depends. */
  public static final List<String> DURABILITY =
      List.of("nodes", "replication", "acknowledgement", "persistence");

  private final RunResult run;

  private RunFacts(RunResult run) {
    this.run = run;
  }

  /** By name: broker, durability, place, load, workers; without those that are not known. */
  public static Map<String, String> of(RunResult run) {
    RunFacts all = new RunFacts(run);
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("broker", BrokerLine.name(run));
    add(facts, "queue type", BrokerLine.fact(run, "queue.type"));
    add(facts, "nodes", BrokerLine.nodes(run));
    add(facts, "CPUs of each node", BrokerLine.cpus(run));
    add(facts, "replication", BrokerLine.replication(run));
    add(facts, "acknowledgement", BrokerLine.acknowledgement(run));
    add(facts, "persistence", BrokerLine.persistence(run));
    facts.put(
        "broker and load generator",
        BrokerLine.coLocated(run) ? "on one machine" : "on separate machines");
    facts.put("load", all.load());
    add(facts, "bodies", all.bodies());
    facts.put("workers", all.workers());
    all.machine().ifPresent(machine -> facts.put("machine of the workers", machine));
    add(facts, "version of Tidemark", all.ofWorker("tidemark.version"));
    return facts;
  }

  /** The same in a few lines. */
  public static Map<String, String> brief(RunResult run) {
    RunFacts all = new RunFacts(run);
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("broker", BrokerLine.of(run));
    facts.put("load", all.load());
    add(facts, "bodies", all.bodies());
    facts.put("workers", all.workers());
    return facts;
  }

  private static void add(Map<String, String> facts, String name, Optional<String> fact) {
    fact.ifPresent(value -> facts.put(name, value));
  }

  /** A tree in the form of the files of a run directory. */
  public static String yaml(Map<String, ?> tree) {
    return ReportFormats.yaml(tree);
  }

  private Optional<String> machine() {
    return ofWorker("cpu.model")
        .map(
            model ->
                model
                    + ofWorker("cpu.logicalCores")
                        .map(n -> ", " + (n.equals("1") ? "1 core" : n + " cores"))
                        .orElse(""));
  }

  private Optional<String> ofWorker(String key) {
    return run.workers().stream()
        .flatMap(worker -> Optional.ofNullable(worker.environment().get(key)).stream())
        .findFirst();
  }

  private String load() {
    if (!run.classes().isEmpty()) {
      return classes();
    }
    return run.requestReply()
        .map(asked -> requests(run.shape(), asked))
        .orElseGet(() -> messages(run.shape()));
  }

  /** {@code orders: 2 topics, 1,024 B; bulk: 1 topic, 65,536 B; measured 20 s}. */
  private String classes() {
    return run.classes().stream()
            .map(
                each ->
                    "%s: %s, %s B; "
                        .formatted(
                            each.name(),
                            Text.plural(each.shape().topics(), "topic"),
                            Text.count(each.shape().messageSizeBytes())))
            .collect(Collectors.joining())
        + "measured "
        + Text.duration(run.totals().lengthSeconds());
  }

  private String requests(RunResult.Shape shape, RequestReplyReport asked) {
    return "%s, %s, %s; %s: %s; %s B; measured %s"
        .formatted(
            Text.plural(asked.pairs(), "pair"),
            requesters(asked),
            Text.plural(asked.responders(), "responder"),
            asked.way(),
            asked.mechanism(),
            Text.count(shape.messageSizeBytes()),
            Text.duration(run.totals().lengthSeconds()));
  }

  /** {@code 1 requester}, {@code 1, 8, 64 requesters}. */
  public static String requesters(RequestReplyReport asked) {
    List<Integer> numbers = asked.requesters();
    return Text.numbers(numbers) + (numbers.equals(List.of(1)) ? " requester" : " requesters");
  }

  /** The rates of the measured phases; empty for a closed loop. */
  public static Optional<String> rates(RunResult run) {
    double[] rates =
        run.phases().stream()
            .filter(PhaseResult::measured)
            .flatMap(phase -> phase.intendedRatePerSecond().stream())
            .mapToDouble(Double::doubleValue)
            .distinct()
            .sorted()
            .toArray();
    if (rates.length == 0) {
      return Optional.empty();
    }
    String highest = Text.rate(rates[rates.length - 1]);
    return Optional.of(
        rates.length == 1
            ? highest
            : Text.perSecond(rates[0]) + " to " + highest + " in " + rates.length + " steps");
  }

  private String messages(RunResult.Shape shape) {
    boolean existing =
        run.workload().get("topicNames") instanceof List<?> names
            && !names.isEmpty()
            && !Boolean.TRUE.equals(run.workload().get("createTopics"));
    String topics =
        existing // Their partitions are not known.
            ? Text.plural(shape.topics(), "existing topic")
            : "%s %s %s"
                .formatted(
                    Text.plural(shape.topics(), "topic"),
                    "×",
                    Text.plural(shape.partitionsPerTopic(), "partition"));
    return "%s, %s, %s, %s; %s B; measured %s"
        .formatted(
            topics,
            Text.plural((long) shape.topics() * shape.producersPerTopic(), "producer"),
            Text.plural(shape.subscriptionsPerTopic(), "subscription"),
            Text.plural(
                (long) shape.topics()
                    * shape.subscriptionsPerTopic()
                    * shape.consumersPerSubscription(),
                "consumer"),
            Text.count(shape.messageSizeBytes()),
            Text.duration(run.totals().lengthSeconds()));
  }

  /** How long it takes to make one, if they are made from values. */
  private Optional<String> bodies() {
    return run.part(Serialization.PART).map(made -> made.text(Text.micros(made.meanMicros())));
  }

  private String workers() {
    long lost = run.workers().stream().filter(WorkerReport::lost).count();
    double bound =
        run.workers().stream().mapToLong(WorkerReport::clockErrorBoundNanos).max().orElse(0) / 1e3;
    String clocks = bound == 0 ? "one clock" : "clocks " + offsets() + "±" + Text.micros(bound);
    String names =
        run.workers().size() > 4
            ? ""
            : " ("
                + String.join(", ", run.workers().stream().map(WorkerReport::name).toList())
                + ")";
    return run.workers().size()
        + names
        + (lost > 0 ? ", " + lost + " LOST" : "")
        + (run.workers().isEmpty() ? "" : ", " + clocks);
  }

  /** Clock offsets of a few workers; {@code result.json} has them all. */
  private String offsets() {
    return run.workers().size() > 4
        ? ""
        : String.join(
                ", ",
                run.workers().stream()
                    .map(each -> Text.micros(each.clockOffsetNanos() / 1e3))
                    .toList())
            + " ";
  }
}
