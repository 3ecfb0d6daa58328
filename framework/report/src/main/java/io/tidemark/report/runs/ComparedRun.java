package io.tidemark.report.runs;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.model.cost.PriceSpec;
import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.question.Question;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.FigureValidity;
import io.tidemark.model.result.RunResult;
import io.tidemark.report.omb.OmbCsv;
import io.tidemark.report.text.BrokerLine;
import io.tidemark.report.text.BrokerSettingsText;
import io.tidemark.report.text.VerdictText;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * A run as a comparison uses it.
 *
 * @param source its directory, or its file in OMB's format
 * @param unusable why none of its figures may be used; empty if some may
 * @param figures which of them may be used; groups that are absent may
 * @param metrics values above 0, also those that may not be used
 * @param conditions what must be equal for a comparison; without those that are not known
 * @param subject what may differ: settings of the driver, facts and settings of the broker
 * @param question what its workload asks; empty if it does not say it
 */
public record ComparedRun(
    Path source,
    String workload,
    String driver,
    Optional<String> unusable,
    Map<FigureGroup, FigureValidity> figures,
    Map<MetricReference, Double> metrics,
    Map<String, String> conditions,
    Map<String, String> subject,
    Optional<Question> question) {
  /** Keys of a workload that do not change what is measured. */
  private static final Set<String> NO_CONDITION =
      Set.of(
          "name", "iterations", "question", "objectives", "thresholds", "seed", "sampleInterval");

  /** Facts of a worker that describe its machine. */
  public static final List<String> HARDWARE =
      List.of(
          "cpu.model",
          "cpu.logicalCores",
          "memory.bytes",
          "container.cpuLimit",
          "container.memoryLimitBytes",
          "os.architecture");

  private static final String REPLICATION = "replication";
  private static final String ACKNOWLEDGEMENT = "acknowledgement";
  private static final String PERSISTENCE = "persistence";
  private static final String NODES = "nodes of the broker";
  private static final String PLACE = "broker and load generator";

  /** Conditions that belong to the system under test. */
  public static final Set<String> SYSTEM =
      Set.of(REPLICATION, ACKNOWLEDGEMENT, PERSISTENCE, NODES, PLACE);

  /** Facts that name a cluster or a file instead of describing it. */
  private static final Set<String> NAMES_ONLY = Set.of("cluster.id", "cluster.name", "driver.jar");

  /** Begins the keys of the broker's settings in {@link #subject}. */
  public static final String SETTING = "setting of the ";

  /** The key of {@link #subject} for the currency of prices, if the run has some. */
  public static final String CURRENCY = PriceSpec.SECTION + ".currency";

  private static final double MICROS_PER_MILLI = 1e3;
  private static final String LATENCY_START = "end-to-end latency starts at";

  public static ComparedRun of(Path directory, RunResult run) {
    return new ComparedRun(
        directory,
        run.identity().workloadName(),
        run.identity().driverName(),
        VerdictText.unusable(run),
        run.verdict().figures(),
        MetricReference.all(run),
        conditions(run),
        subject(run),
        StatedQuestion.of(run));
  }

  /** The run of a file in OMB's format, which contains less. */
  public static ComparedRun ofOmb(Path file, JsonNode result) {
    Map<String, String> conditions = new TreeMap<>();
    for (String key :
        List.of("messageSize", "topics", "partitions", "producersPerTopic", "consumersPerTopic")) {
      if (result.has(key)) {
        conditions.put(key, result.path(key).asText());
      }
    }
    conditions.put(LATENCY_START, "the actual send");
    return new ComparedRun(
        file,
        OmbCsv.workload(result),
        OmbCsv.driver(result),
        OmbCsv.problem(file),
        Map.of(),
        figuresOfOmb(result),
        conditions,
        Map.of(),
        Optional.empty());
  }

  /** Rates are arrays of samples there, latencies are in milliseconds. */
  private static Map<MetricReference, Double> figuresOfOmb(JsonNode result) {
    Map<MetricReference, Double> all = new LinkedHashMap<>();
    for (MetricReference metric : MetricReference.usual()) {
      JsonNode field = result.path(metric.metric().ombField().orElse(""));
      double value = metric.isRate() ? mean(field) : field.asDouble() * MICROS_PER_MILLI;
      if (value > 0) {
        all.put(metric, value);
      }
    }
    return all;
  }

  private static double mean(JsonNode samples) {
    return StreamSupport.stream(samples.spliterator(), false)
        .mapToDouble(JsonNode::asDouble)
        .average()
        .orElse(0);
  }

  /** The run as one of another workload. */
  ComparedRun named(String otherWorkload) {
    return new ComparedRun(
        source, otherWorkload, driver, unusable, figures, metrics, conditions, subject, question);
  }

  /** The run as one of which no figure may be used. */
  ComparedRun without(String why) {
    return new ComparedRun(
        source,
        workload,
        driver,
        Optional.of(why),
        figures,
        metrics,
        conditions,
        subject,
        question);
  }

  /** Whether all figures of a group may be used. */
  public boolean usable(FigureGroup group) {
    return validity(group).usable();
  }

  /** Whether the figures of a group may be used, and their possible error. */
  public FigureValidity validity(FigureGroup group) {
    return figures.getOrDefault(group, FigureValidity.GOOD);
  }

  /** The value of a metric; empty if it was not measured or may not be used. */
  public OptionalDouble value(MetricReference metric) {
    Double value = metrics.get(metric);
    return value == null || damage(metric).isPresent()
        ? OptionalDouble.empty()
        : OptionalDouble.of(value);
  }

  /** Why a metric may not be used, with its possible error; empty if it may. */
  public Optional<String> damage(MetricReference metric) {
    FigureValidity validity = validity(metric.group());
    return unusable.isEmpty() && metric.usable(metrics.getOrDefault(metric, 0.0), validity)
        ? Optional.empty()
        : Optional.of(unusable.orElseGet(() -> metric.damage(validity)));
  }

  /** Whether it has all figures that decide, and none of them is damaged. */
  public boolean answers(Question question) {
    return unusable.isEmpty()
        && MetricReference.asked(question).stream()
            .allMatch(name -> !name.isCompared() ? usable(name.group()) : value(name).isPresent());
  }

  /** {@code publish latency (error at most 216 ms: schedule-missed)} for each damaged group. */
  public Optional<String> damage() {
    return VerdictText.damage(figures);
  }

  static ComparedRun unusable(Path file, String why) {
    return new ComparedRun(
        file, "", "", Optional.of(why), Map.of(), Map.of(), Map.of(), Map.of(), Optional.empty());
  }

  private static Map<String, String> conditions(RunResult run) {
    Map<String, String> all = new TreeMap<>();
    run.workload()
        .forEach(
            (key, value) -> {
              if (!NO_CONDITION.contains(key)) {
                flatten(all, key, value);
              }
            });
    BrokerLine.replication(run).ifPresent(copies -> all.put(REPLICATION, copies));
    BrokerLine.acknowledgement(run).ifPresent(copies -> all.put(ACKNOWLEDGEMENT, copies));
    BrokerLine.persistence(run).ifPresent(where -> all.put(PERSISTENCE, where));
    BrokerLine.nodes(run).ifPresent(nodes -> all.put(NODES, nodes));
    all.put(PLACE, BrokerLine.coLocated(run) ? "on one machine" : "separate");
    all.put("window per producer", "" + run.verdictInputs().maxInFlightPerProducer());
    all.put("workers", "" + run.workers().size());
    for (String key : HARDWARE) {
      all.put("worker " + key, ofWorkers(run, key));
    }
    all.put("version of Tidemark", ofWorkers(run, "tidemark.version"));
    all.put(LATENCY_START, "the intended send");
    return all;
  }

  private static String ofWorkers(RunResult run, String key) {
    return run.workers().stream()
        .map(worker -> worker.environment().getOrDefault(key, "not known"))
        .distinct()
        .sorted()
        .collect(Collectors.joining(" and "));
  }

  private static Map<String, String> subject(RunResult run) {
    Map<String, String> all = new TreeMap<>();
    all.putAll(flat(run.driver()));
    all.keySet().removeAll(Set.of("name", "localBrokers.kind"));
    all.keySet().removeIf(key -> key.startsWith(PriceSpec.SECTION + ".")); // Changes no figure.
    run.price().ifPresent(price -> all.put(CURRENCY, price.currency()));
    run.brokerFacts()
        .forEach(
            (key, value) -> {
              if (!NAMES_ONLY.contains(key)) {
                all.put(key, value);
              }
            });
    BrokerSettingsText.byKey(run.brokerConfiguration())
        .forEach(
            (key, values) -> {
              if (!BrokerSettingsText.isPlace(values)) {
                all.put(SETTING + key, BrokerSettingsText.values(values));
              }
            });
    return all;
  }

  /** A tree as texts by the paths of their keys. */
  public static Map<String, String> flat(Map<String, Object> tree) {
    Map<String, String> all = new TreeMap<>();
    tree.forEach((key, value) -> flatten(all, key, value));
    return all;
  }

  /** {@code a: {b: [1, 2]}} becomes {@code a.b: 1, 2}; text of properties one key for each line. */
  private static void flatten(Map<String, String> all, String key, Object value) {
    if (value instanceof Map<?, ?> map) {
      map.forEach((name, child) -> flatten(all, key + "." + name, child));
    } else if (value instanceof Collection<?> list) {
      all.put(key, list.stream().map(Objects::toString).collect(Collectors.joining(", ")));
    } else if (value instanceof String text && text.contains("\n")) {
      text.lines()
          .map(line -> line.split("=", 2))
          .forEach(line -> all.put(key + "." + line[0], line.length > 1 ? line[1] : ""));
    } else {
      all.put(key, String.valueOf(value));
    }
  }
}
