package io.tidemark.features.checklist;

import static io.tidemark.features.checklist.ChecklistItem.Source.COMPARISON;
import static io.tidemark.features.checklist.ChecklistItem.Source.COST;
import static io.tidemark.features.checklist.ChecklistItem.Source.DESIGN;
import static io.tidemark.features.checklist.ChecklistItem.Source.INFORMATION;
import static io.tidemark.features.checklist.ChecklistItem.Source.SETUP;
import static io.tidemark.features.checklist.ChecklistItem.Source.SUITABLE_COMPARISON;

import io.tidemark.features.checklist.CheckedRuns.Demand;
import io.tidemark.features.checklist.ChecklistItem.Source;
import io.tidemark.features.cost.RunPrice;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.BrokerConfiguration;
import io.tidemark.model.snapshot.BrokerConfiguration.Entry;
import io.tidemark.report.runs.StoredStudy;
import io.tidemark.report.runs.StoredStudy.Environment;
import io.tidemark.report.text.BrokerLine;
import io.tidemark.report.text.BrokerSettingsText;
import io.tidemark.report.text.RunFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What was measured, and on what. */
record SystemItems(CheckedRuns runs) {
  private static final String LEVEL = "feature.";
  private static final String FLAG = "feature_flag.";
  private static final String CHAPTER = "System under test";

  List<ChecklistItem> all() {
    return List.of(
        item("broker and client with versions", SETUP, INFORMATION)
            .ofEachRun(
                SystemItems::broker,
                "use a driver with BrokerFacts, or state broker and version beside the result"),
        features(),
        item("effective settings of the broker", SETUP, DESIGN)
            .ofEachRun(
                SystemItems::settings,
                "measure again with a version and a driver that read them (RabbitMQ:"
                    + " managementUris; IBM MQ: setup.telemetry), or publish the files of the"
                    + " broker"),
        item("durability: copies, acknowledgement, persistence", SETUP, SUITABLE_COMPARISON)
            .ofEachRun(
                SystemItems::durability,
                "state nodes, copies, when a send is acknowledged, and when it is on disk"),
        item("hardware and software of the load generator", SETUP, INFORMATION)
            .ofEachRun(
                SystemItems::machine, "state CPU, cores, memory, kernel and JVM of each machine"),
        brokers(),
        item("version of the benchmark", SETUP, COMPARISON)
            .ofEachRun(
                run ->
                    run.workers().stream()
                        .flatMap(
                            worker -> Optional.ofNullable(version(worker.environment())).stream())
                        .findFirst(),
                "state tool and version"),
        cost());
  }

  /** Kafka's brokers report the level of their metadata, not their release. */
  private static Optional<String> broker(RunResult run) {
    String name = RunFacts.of(run).getOrDefault("broker", "");
    if (run.brokerFacts().containsKey("broker.version")) {
      return Optional.of(name);
    }
    return Optional.ofNullable(run.brokerFacts().get("feature.metadata.version"))
        .map(level -> name + ", metadata version " + level + " (state the release beside it)");
  }

  private ChecklistItem features() {
    Demand item = item("features of the broker in effect", SETUP, INFORMATION);
    boolean any = runs.stored().stream().anyMatch(run -> features(run).isPresent());
    return any
        ? item.ofEachRun(
            SystemItems::features,
            "state levels of features (Kafka), or feature flags (RabbitMQ: managementUris)")
        : item.notApplicable("the drivers report none (RabbitMQ: only with managementUris)");
  }

  /** Kafka has levels, which are facts; RabbitMQ has flags, which are settings. */
  private static Optional<String> features(RunResult run) {
    List<String> found = new ArrayList<>();
    Set<String> enabled = new TreeSet<>();
    Set<String> others = new TreeSet<>();
    run.brokerFacts().entrySet().stream()
        .filter(each -> each.getKey().startsWith(LEVEL))
        .map(each -> each.getKey().substring(LEVEL.length()) + " " + each.getValue())
        .sorted()
        .forEach(found::add);
    for (Entry each : run.part(BrokerConfiguration.PART).settings()) {
      if (each.name().startsWith(FLAG)) {
        Set<String> flags = each.value().equals("enabled") ? enabled : others;
        flags.add(each.name().substring(FLAG.length()));
      }
    }
    if (!enabled.isEmpty()) {
      found.add(enabled.size() + " feature flags enabled (broker-configuration.json)");
    }
    if (!others.isEmpty()) {
      found.add("not enabled: " + String.join(", ", others));
    }
    return Optional.of(String.join(", ", found)).filter(text -> !text.isEmpty());
  }

  private static Optional<String> settings(RunResult run) {
    if (run.part(BrokerConfiguration.PART).settings().isEmpty()) {
      return Optional.empty();
    }
    var byKey = BrokerSettingsText.byKey(run.part(BrokerConfiguration.PART));
    long changed = byKey.values().stream().filter(BrokerSettingsText::isChanged).count();
    return Optional.of(
        String.format(
            Locale.ROOT,
            "%d settings, %d of them changed (broker-configuration.json)%s",
            byKey.size(),
            changed,
            notKnown(run)));
  }

  private static String notKnown(RunResult run) {
    List<String> notes = run.part(BrokerConfiguration.PART).notes();
    return notes.isEmpty() ? "" : "; not known: " + Text.listed(notes, 1);
  }

  private static Optional<String> durability(RunResult run) {
    Map<String, String> facts = RunFacts.of(run);
    return facts.keySet().containsAll(RunFacts.DURABILITY)
        ? Optional.of(
            RunFacts.DURABILITY.stream()
                .map(key -> key + " " + facts.get(key))
                .collect(Collectors.joining(", ")))
        : Optional.empty();
  }

  private static Optional<String> machine(RunResult run) {
    String machines =
        run.workers().stream()
            .map(worker -> machine(worker.environment()))
            .distinct()
            .collect(Collectors.joining(" and "));
    return Optional.of(machines).filter(text -> !text.isEmpty());
  }

  private static String machine(Map<String, String> facts) {
    return "%s, %s cores, %s memory%s, %s, %s"
        .formatted(
            facts.getOrDefault("cpu.model", "CPU not known"),
            facts.getOrDefault("cpu.logicalCores", "?"),
            gigabytes(facts.getOrDefault("memory.bytes", "")),
            limits(facts),
            facts.getOrDefault("os.kernel", "kernel not known"),
            facts.getOrDefault("jvm.version", "JVM not known"));
  }

  /** Lists the limits of a worker's container. */
  private static String limits(Map<String, String> facts) {
    List<String> limits = new ArrayList<>();
    Optional.ofNullable(facts.get("container.cpuLimit")).ifPresent(cpu -> limits.add(cpu + " CPU"));
    Optional.ofNullable(facts.get("container.memoryLimitBytes"))
        .ifPresent(bytes -> limits.add(gigabytes(bytes)));
    return limits.isEmpty() ? "" : " (container: " + String.join(", ", limits) + ")";
  }

  private static String gigabytes(String bytes) {
    return bytes.matches("[0-9]{1,18}")
        ? String.format(Locale.ROOT, "%.1f GB", Long.parseLong(bytes) / 1e9)
        : "unknown";
  }

  /** Returns the item of the brokers. Only pods of a remote broker are read. */
  private ChecklistItem brokers() {
    boolean together =
        !runs.stored().isEmpty() && runs.stored().stream().allMatch(BrokerLine::coLocated);
    boolean described =
        runs.all()
            .study()
            .filter(study -> study.environments().stream().noneMatch(e -> e.facts().isEmpty()))
            .isPresent();
    Demand item = item("hardware of the brokers", SETUP, INFORMATION);
    if (together) {
      return item.present("the machine of the load generator");
    }
    return described
        ? item.present(facts())
        : item.ofEachRun(
            SystemItems::pods,
            "state type, cores, memory, disk and network of the brokers: facts of the environments"
                + " in a study file; of brokers in Kubernetes brokerPods in the driver file");
  }

  /** {@code machine of a pod: cpu 8, instance-type m5.2xlarge; pod: kafka.limits.cpu 2}. */
  private static Optional<String> pods(RunResult run) {
    Map<String, List<Entry>> byKey = BrokerSettingsText.byKey(run.part(BrokerConfiguration.PART));
    String machines = values(BrokerConfiguration.MACHINE, byKey);
    String pods = values(BrokerConfiguration.POD, byKey);
    return machines.isEmpty()
        ? Optional.empty()
        : Optional.of(machines + (pods.isEmpty() ? "" : "; " + pods));
  }

  private static String values(String scope, Map<String, List<Entry>> byKey) {
    List<String> values = new ArrayList<>();
    byKey.forEach(
        (key, entries) -> {
          Entry first = entries.get(0);
          boolean none = entries.stream().allMatch(each -> each.value().equals("none"));
          if (first.scope().equals(scope) && !none) {
            values.add(first.name() + " " + plain(entries));
          }
        });
    return values.isEmpty() ? "" : scope + ": " + String.join(", ", values);
  }

  private static String plain(List<Entry> entries) {
    return entries.stream().map(Entry::value).distinct().collect(Collectors.joining(" and "));
  }

  private String facts() {
    return runs.all().study().stream()
        .flatMap(study -> study.environments().stream())
        .map(each -> each.name() + " " + each.facts())
        .collect(Collectors.joining("; "));
  }

  private static String version(Map<String, String> facts) {
    return "Tidemark "
        + facts.getOrDefault("tidemark.version", "of unknown version")
        + Optional.ofNullable(facts.get("tidemark.commit"))
            .map(commit -> ", commit " + commit)
            .orElse("");
  }

  private ChecklistItem cost() {
    Demand item = item("cost of the system", COST);
    Optional<StoredStudy> study = runs.all().study();
    if (study.isEmpty()) {
      return item.notApplicable("only a study has prices: needed if the systems are rented");
    }
    List<String> prices =
        study.get().environments().stream().flatMap(each -> price(each).stream()).toList();
    return prices.size() == study.get().environments().size()
        ? item.present(String.join(", ", prices))
        : item.missing("give each environment of the study a price");
  }

  /** Returns the price of the study, or of its runs, which have the items of a price. */
  private Optional<String> price(Environment environment) {
    return Optional.ofNullable(environment.price())
        .map(price -> month(environment.name(), price.amountPerMonth(), price.currency()))
        .or(
            () ->
                runs.all().runs().stream()
                    .filter(
                        run ->
                            run.planned()
                                .filter(one -> one.environment().equals(environment.name()))
                                .isPresent())
                    .flatMap(
                        run -> run.stored().flatMap(stored -> stored.part(RunPrice.PART)).stream())
                    .filter(RunPrice::isComplete)
                    .map(
                        price ->
                            month(environment.name(), price.amountPerMonth(), price.currency()))
                    .findFirst());
  }

  private static String month(String name, double amount, String currency) {
    return String.format(Locale.ROOT, "%s %.0f %s a month", name, amount, currency);
  }

  private Demand item(String title, Source... sources) {
    return runs.demand(CHAPTER, title, sources);
  }
}
