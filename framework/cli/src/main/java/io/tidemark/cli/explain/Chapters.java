package io.tidemark.cli.explain;

import io.tidemark.driver.settings.Setting;
import io.tidemark.driver.testkit.ConformanceRules;
import io.tidemark.model.conflict.KeyConflicts;
import io.tidemark.model.driverfile.DriverKeys;
import io.tidemark.model.metric.Metric;
import io.tidemark.model.metric.MetricNames;
import io.tidemark.model.metric.Metrics;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.Text;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.workload.Objective;
import io.tidemark.model.workload.WorkloadKeys;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import io.tidemark.report.store.RunFormats;
import io.tidemark.runs.ExitCode;
import io.tidemark.verdict.Found;
import io.tidemark.verdict.VerdictRules;
import io.tidemark.worker.driver.Capability;
import io.tidemark.worker.driver.DriverCatalog;
import io.tidemark.worker.driver.DriverDescription;
import io.tidemark.worker.driver.DriverLoadException;
import io.tidemark.worker.driver.InstalledDriver;
import io.tidemark.worker.metrics.WorkerMetrics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** All chapters. A new kind of declaration is a method here. */
final class Chapters {
  private static final String REFERENCE = "docs/reference/";
  private static final String WORKLOAD = REFERENCE + "workload.md";
  private static final String VERDICT = REFERENCE + "verdict.md";
  private static final String METRICS = REFERENCE + "metrics.md";
  private static final String RESULTS = REFERENCE + "run-files.md";
  private static final Pattern HELP =
      Pattern.compile("(?m)^# HELP ((?:benchmark|tidemark)_\\w+) (.*)$");

  private final List<CommandSpec> programs;
  private final DriverCatalog drivers;
  private final Library library;
  private final List<Chapter> ofFeatures;

  /**
   * @param programs {@code bin/benchmark} first, with all their commands
   * @param drivers whose settings are explained
   * @param ofFeatures are listed last
   */
  Chapters(
      List<CommandSpec> programs,
      DriverCatalog drivers,
      Library library,
      List<Chapter> ofFeatures) {
    this.programs = programs;
    this.drivers = drivers;
    this.library = library;
    this.ofFeatures = ofFeatures;
  }

  /** In the order in which they are listed. */
  List<Chapter> all() {
    List<Chapter> all = new ArrayList<>();
    all.add(new Chapter("workload", "keys of workload files", Chapters::workload));
    all.add(new Chapter("driver", "keys of all driver files", Chapters::driver));
    drivers.installed().stream()
        .filter(each -> !each.className().isEmpty())
        .forEach(
            each ->
                all.add(
                    new Chapter(
                        each.name(), "keys of files for this driver", () -> settings(each))));
    all.add(new Chapter("metrics", "what can be asked, compared and limited", Chapters::metrics));
    all.add(new Chapter("findings", "codes of verdicts", Chapters::findings));
    all.add(
        new Chapter("statuses", "statuses of runs, results of checks, exit codes", this::statuses));
    all.add(new Chapter("files", "files of a run, and columns of its tables", Chapters::files));
    all.add(new Chapter("commands", "commands, and their options", this::commands));
    all.add(new Chapter("rules", "what conformant drivers do", Chapters::rules));
    all.add(new Chapter("capabilities", "optional interfaces of drivers", Chapters::capabilities));
    all.add(new Chapter("worker-metrics", "metrics of workers", "_", Chapters::workerMetrics));
    all.addAll(ofFeatures);
    return all;
  }

  private static List<Entry> workload() {
    Predicate<YamlMap> file =
        map ->
            map.entries().size() > 0
                && WorkloadKeys.grammar().tree().keys().containsAll(map.entries().keySet());
    List<Entry> entries = new ArrayList<>();
    for (Entry key : Chapter.keys(WorkloadKeys.rules(), "workload files", WORKLOAD, file)) {
      entries.add(
          key.with("not with", conflicts(row -> row.key().equals(key.name()), true))
              .with("can exclude", conflicts(row -> names(row.with(), key.name()), false))
              .with("findings", isThreshold(key) ? findings(key.name()) : ""));
    }
    return entries;
  }

  /** What rows of the table of conflicts have on their other side. */
  private static String conflicts(Predicate<KeyConflicts.Row> which, boolean with) {
    return KeyConflicts.all().stream()
        .filter(which)
        .map(row -> with ? row.with() : row.key())
        .distinct()
        .collect(Collectors.joining("; "));
  }

  private static boolean names(String text, String key) {
    return text.contains("`" + key + "`") || text.contains("`" + key + ":");
  }

  private static boolean isThreshold(Entry key) {
    return key.name().startsWith("thresholds.");
  }

  /** The findings that have a threshold as their limit. */
  private static String findings(String path) {
    return VerdictRules.findings().stream()
        .filter(
            each ->
                Arrays.stream(Found.type(each).limits())
                    .anyMatch(limit -> path.equals("thresholds." + limit.key())))
        .map(Found::code)
        .collect(Collectors.joining(", "));
  }

  private static List<Entry> driver() {
    return Chapter.keys(
        DriverKeys.common(), "driver files", REFERENCE + "driver-file.md", Chapters::isDriver);
  }

  private static boolean isDriver(YamlMap file) {
    return file.get(DriverKeys.DRIVER_CLASS).isPresent()
        || !file.entries().isEmpty()
            && DriverKeys.grammar().tree().keys().containsAll(file.entries().keySet());
  }

  private List<Entry> settings(InstalledDriver driver) {
    try {
      DriverDescription described = drivers.describe(driver.className(), Map.of());
      return Chapter.keys(
          described.settings(),
          "driver " + driver.name(),
          library.pageWith(described.settings().stream().map(Setting::path).toList()),
          file ->
              file.text(DriverKeys.DRIVER_CLASS)
                  .filter(name -> driver.className().equals(name))
                  .isPresent());
    } catch (DriverLoadException e) {
      return List.of(); // bin/benchmark drivers says what is wrong with it.
    }
  }

  private static List<Entry> metrics() {
    Stream<Metric> latencies =
        MetricNames.objectives(false).stream()
            .filter(name -> Metrics.of(name).isEmpty())
            .flatMap(name -> MetricNames.objective(name).stream());
    return Stream.concat(Metrics.all().stream(), latencies).map(Chapters::metric).toList();
  }

  /** A metric of the catalogue, or one that only objectives may name. */
  static Entry metric(Metric metric) {
    String limits =
        metric.limits().stream().map(Objective.Unit::form).collect(Collectors.joining(" or "));
    String window = metric.window().isEmpty() ? "" : " in any " + MetricNames.window(metric.id());
    String meaning =
        metric
            .measure()
            .map(
                of ->
                    Text.capital(of.words())
                        + ", "
                        + metric.statistic()
                        + ": "
                        + of.meaning()
                        + ".")
            .orElse(
                Text.capital(metric.meaning().isEmpty() ? metric.words() : metric.meaning())
                    + window
                    + ".");
    String row = metric.measure().map(Measure::key).orElse(metric.id());
    return Entry.of(metric.id(), "metric", "", meaning, METRICS)
        .searchedAs(row)
        .with("as objective", window.isEmpty() ? metric.condition() : "")
        .with("limit", limits)
        .with("unit", metric.unit().symbol())
        .with("better", metric.higherIsBetter() ? "higher" : "lower")
        .with("in questions", metric.isAsked() ? "yes" : "no, only in objectives")
        .with("needs", needs(metric))
        .with("damaged with", metric.group().heading())
        .with("older names", String.join(", ", metric.olderNames()))
        .alsoCalled(metric.olderNames())
        .with("in OMB's file", metric.ombField().orElse(""))
        .with(
            library ->
                library
                    .yaml(List.of("objectives", metric.id()), any -> true)
                    .or(() -> library.command("bin/", metric.id()))
                    .or(() -> library.command("bin/", row)));
  }

  private static String needs(Metric metric) {
    return metric.needs() == Metric.Needs.NOTHING
        ? ""
        : Setting.word(metric.needs()).replace('-', ' ');
  }

  private static List<Entry> findings() {
    return VerdictRules.findings().stream().map(Chapters::finding).toList();
  }

  private static Entry finding(Class<? extends Found> found) {
    Found.Type type = Found.type(found);
    String effects =
        Arrays.stream(type.as()).map(each -> effect(each)).collect(Collectors.joining(", or "));
    String limits =
        Arrays.stream(type.limits())
            .map(
                limit ->
                    "thresholds.%s (%s)".formatted(limit.key(), limit.text(limit.defaultValue())))
            .collect(Collectors.joining(", "));
    String damages =
        type.damages().groups().stream()
            .map(FigureGroup::heading)
            .collect(Collectors.joining(", "));
    return Entry.of(Found.code(found), "finding", "", type.value(), VERDICT)
        .with("what to do", Text.capital(type.next()))
        .with("effect", effects)
        .with("damages", damages)
        .with("limits", limits);
  }

  private static String effect(Severity severity) {
    return switch (severity) {
      case REMARK -> "a remark";
      case WARNS -> "a warning: the status does not change";
      case FAILS -> "the run is FAILED";
      case INVALIDATES -> "the run is INVALID, if a figure that it is made for is damaged";
      case ABORTS -> "the run is ABORTED";
    };
  }

  private List<Entry> statuses() {
    List<Entry> entries = new ArrayList<>();
    for (Verdict.Status status : Verdict.Status.values()) {
      ExitCode code = ExitCode.of(new Verdict(status, List.of(), List.of()));
      String causes =
          VerdictRules.findings().stream()
              .filter(each -> statusOf(each).equals(Optional.of(status)))
              .map(Found::code)
              .collect(Collectors.joining(", "));
      entries.add(
          Entry.of(status.name(), "status of runs", "", status.meaning(), VERDICT)
              .with("exit code", Integer.toString(code.code()))
              .with("findings", causes));
    }
    programs
        .get(0)
        .usageMessage()
        .exitCodeList()
        .forEach(
            (code, meaning) ->
                entries.add(
                    Entry.of(
                        code,
                        "exit code",
                        "",
                        Text.capital(meaning) + ".",
                        REFERENCE + "judging.md")));
    return entries;
  }

  /** The status of a run with a finding of the worst effect. */
  private static Optional<Verdict.Status> statusOf(Class<? extends Found> found) {
    Severity[] effects = Found.type(found).as();
    return switch (effects[effects.length - 1]) {
      case REMARK, WARNS -> Optional.empty();
      case FAILS -> Optional.of(Verdict.Status.FAILED);
      case INVALIDATES -> Optional.of(Verdict.Status.INVALID);
      case ABORTS -> Optional.of(Verdict.Status.ABORTED);
    };
  }

  private static List<Entry> files() {
    List<Entry> entries = new ArrayList<>();
    RunFormats.ALL.forEach(
        file -> {
          String columns =
              file.columns().stream().map(each -> each.name()).collect(Collectors.joining(", "));
          entries.add(
              Entry.of(file.name(), "file of a run", "", sentence(file.meaning()), RESULTS)
                  .with("columns", columns));
        });
    RunFormats.ALL.forEach(
        file ->
            file.columns()
                .forEach(
                    column ->
                        entries.add(
                            Entry.of(
                                column.name(),
                                "column of",
                                file.name(),
                                sentence(column.meaning()),
                                RESULTS))));
    return entries;
  }

  private static String sentence(String clause) {
    return Text.capital(clause) + ".";
  }

  private List<Entry> commands() {
    List<Entry> entries = new ArrayList<>();
    programs.forEach(program -> add(program, "bin/" + program.name(), entries));
    return entries;
  }

  /** A command, its options and its commands. */
  private static void add(CommandSpec command, String line, List<Entry> entries) {
    entries.add(
        Entry.of(command.name(), "command", line, text(command.usageMessage().description()), "")
            .with("options", options(command))
            .with(library -> library.command(line)));
    for (OptionSpec option : command.options()) {
      entries.add(
          Entry.of(option.longestName(), "option of", line, text(option.description()), "")
              .with("written", String.join(", ", option.names()) + " " + option.paramLabel())
              .alsoCalled(List.of(option.names()))
              .with("default", option.required() ? "none: the option is required" : "")
              .with(library -> library.command(line, option.longestName())));
    }
    command
        .subcommands()
        .forEach((word, sub) -> add(sub.getCommandSpec(), line + " " + word, entries));
  }

  private static String options(CommandSpec command) {
    return command.options().stream()
        .map(OptionSpec::longestName)
        .collect(Collectors.joining(", "));
  }

  /** Picocli's descriptions are formats. */
  private static String text(String... description) {
    return String.join(" ", description).replace("%%", "%").replace("%n", " ").strip();
  }

  private static List<Entry> rules() {
    return ConformanceRules.all().stream()
        .map(
            rule ->
                Entry.of(
                        rule.number(),
                        "rule for drivers",
                        "",
                        rule.text() + ".",
                        REFERENCE + "driver-conformance.md")
                    .with("level", rule.level().name())
                    .with(library -> library.command("bin/benchmark conformance")))
        .toList();
  }

  private static List<Entry> capabilities() {
    return Stream.of(Capability.values())
        .map(
            each ->
                Entry.of(
                    each.type(),
                    "capability of drivers",
                    "",
                    "An optional interface of the SDK. Without it: " + each.loss() + ".",
                    REFERENCE + "capabilities.md"))
        .toList();
  }

  private static List<Entry> workerMetrics() {
    try (WorkerMetrics metrics = new WorkerMetrics()) {
      return HELP.matcher(metrics.text())
          .results()
          .map(
              each ->
                  Entry.of(
                      each.group(1), "metric of workers", "", sentence(each.group(2)), METRICS))
          .toList();
    }
  }
}
