package io.tidemark.runs.suite;

import io.tidemark.driver.settings.Quantities;
import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.fault.FaultSpec;
import io.tidemark.model.fault.FaultTrigger;
import io.tidemark.model.fault.FaultTrigger.At;
import io.tidemark.model.fault.FaultTrigger.When;
import io.tidemark.model.grammar.WrittenRecord;
import io.tidemark.model.load.RequestReplySpec;
import io.tidemark.model.result.SearchReport;
import io.tidemark.model.result.Text;
import io.tidemark.model.workload.Load;
import io.tidemark.model.workload.LoadSchedule;
import io.tidemark.model.workload.Objective;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.Phase;
import io.tidemark.model.workload.SearchSpec;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.workload.Workload.TrafficClass;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Document;
import io.tidemark.report.document.Section;
import io.tidemark.report.document.Table;
import io.tidemark.runs.PlannedRun;
import io.tidemark.worker.driver.DriverCatalog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The plan of a suite: what {@code --dry-run} prints. */
public final class PlanDocument {
  private PlanDocument() {}

  /**
   * A section for each run.
   *
   * @param epochMillis now
   */
  public static Document of(Suite suite, long epochMillis) {
    List<PlannedRun> runs = suite.runs();
    List<Section> sections = new ArrayList<>();
    for (PlannedRun run : runs) {
      List<List<Cell>> rows = new ArrayList<>(workload(run, suite.catalog(), epochMillis));
      rows.addAll(brokers(run));
      String title = (sections.size() + 1) + ". " + run.title().text();
      sections.add(Section.of("run", title).add(Table.ofFields(rows)));
    }
    return new Document(
        "Plan: " + Text.plural(runs.size(), "run") + total(runs), List.of(), sections);
  }

  /**
   * What a run does: its load, times, faults and objectives.
   *
   * @param catalog where its driver comes from
   * @param epochMillis now
   */
  public static List<List<Cell>> workload(PlannedRun run, DriverCatalog catalog, long epochMillis) {
    MessagePlan messages = new MessagePlan(catalog, epochMillis);
    Workload workload = run.workload();
    boolean whole = workload.classes().isEmpty();
    List<List<Cell>> rows = new ArrayList<>();
    rows.add(Table.field("load", load(workload) + limit(workload)));
    rows.add(Table.field("topics", topics(workload)));
    workload.classes().forEach(each -> rows.addAll(trafficClass(each, run, messages)));
    if (whole) {
      rows.addAll(messages.of(workload, run.driver()));
    }
    rows.add(Table.field("time", time(workload)));
    if (whole) {
      rows.addAll(phases(workload));
    }
    rows.addAll(
        Table.fields("faults", workload.faults().stream().map(PlanDocument::fault).toList()));
    workload
        .added()
        .forEach(
            keys ->
                WrittenRecord.of(keys)
                    .forEach((key, value) -> rows.add(Table.field(key, value.toString()))));
    rows.addAll(limits(workload));
    return rows;
  }

  /** Where a run takes place. */
  public static List<List<Cell>> brokers(PlannedRun run) {
    List<List<Cell>> rows = new ArrayList<>();
    rows.add(Table.field("broker", broker(run.driver())));
    if (run.workload().pattern() == Pattern.FAILOVER) {
      run.driver()
          .standby()
          .ifPresent(second -> rows.add(Table.field("standby", broker(second.site()))));
    }
    run.driver()
        .consuming()
        .ifPresent(file -> rows.add(Table.field("consumer", "as in " + file.path())));
    return rows;
  }

  private static List<List<Cell>> trafficClass(
      TrafficClass each, PlannedRun run, MessagePlan messages) {
    List<String> texts = new ArrayList<>();
    texts.add(each.name() + ": " + load(each.workload()));
    texts.add(topics(each.workload()));
    if (!each.driver().isEmpty()) {
      texts.add(
          each.driver().all().stream()
              .map(value -> value.path() + ": " + value.value().plain())
              .collect(Collectors.joining(", ", "driver ", "")));
    }
    List<List<Cell>> rows = new ArrayList<>(Table.fields("class", texts));
    rows.addAll(messages.of(each.workload(), run.driver()));
    rows.addAll(phases(each.workload()));
    rows.addAll(limits(each.workload()));
    return rows;
  }

  private static String load(Workload workload) {
    if (!workload.classes().isEmpty()) {
      return over(workload)
          + workload.classes().size()
          + " traffic classes"
          + ", together "
          + rate(workload.load())
          + " from "
          + Text.plural(workload.totalProducers(), "producer");
    }
    String size = workload.messages().messageSizeBytes() + " B";
    if (workload.requestReply().isPresent()) {
      return requests(workload, workload.requestReply().get());
    }
    if (workload.pattern() == Pattern.CONSUME_ONLY) {
      return "existing messages of " + size;
    }
    String producers = Text.plural(workload.totalProducers(), "producer");
    String most =
        workload.search().filter(keys -> !keys.over().isOfRate()).isPresent() ? "at most " : "";
    return over(workload) + rate(workload.load()) + " of " + size + " from " + most + producers;
  }

  private static String over(Workload workload) {
    return workload
        .search()
        .filter(spec -> spec.over() != SearchSpec.Quantity.RATE)
        .map(
            spec ->
                String.format(
                    Locale.ROOT,
                    "search over %s from %s to %.0f, ",
                    spec.over().key(),
                    SearchReport.number(spec.over(), spec.start()),
                    workload.most(spec.over())))
        .orElse("");
  }

  private static String requests(Workload workload, RequestReplySpec spec) {
    String window =
        workload.load().openLoop().isPresent()
            ? rate(workload.load())
            : spec.requestsInFlight().orElse(1) + " in flight each";
    String requesters = Text.numbers(spec.requesters());
    return over(workload)
        + String.format(
            Locale.ROOT,
            "requests of %d B, %s, from %s requester%s to %s (%s)",
            workload.messages().messageSizeBytes(),
            window,
            requesters,
            spec.mostRequesters() == 1 ? "" : "s",
            Text.plural(spec.responders(), "responder"),
            spec.way().name().toLowerCase(Locale.ROOT));
  }

  private static String rate(Load load) {
    if (load.ratePerSecond().isPresent()) {
      return rate(load.ratePerSecond().get());
    }
    return load instanceof Load.Search search && !load.isClosedLoop()
        ? "search for the highest sustainable rate, from " + rate(search.spec().start()) + ","
        : "maximum rate (closed loop)";
  }

  private static String rate(double perSecond) {
    return perSecond == Math.rint(perSecond)
        ? String.format(Locale.ROOT, "%,.0f msg/s", perSecond)
        : Text.threeDigits(perSecond) + " msg/s";
  }

  private static String topics(Workload workload) {
    if (!workload.classes().isEmpty()) {
      return "%s, %s"
          .formatted(
              Text.plural(workload.destinations().topics(), "topic"),
              Text.plural(workload.totalConsumers(), "consumer"));
    }
    if (workload.requestReply().isPresent()) {
      int pairs = workload.requestReply().get().pairs();
      return Text.plural(pairs, "pair") + " of request and reply destinations";
    }
    String topics =
        !workload.destinations().areExisting()
            ? workload.destinations().topics()
                + " x "
                + Text.plural(workload.destinations().partitionsPerTopic(), "partition")
            : workload.destinations().topics() + " existing";
    return "%s%s, %s each, %s"
        .formatted(
            topics,
            workload
                .load()
                .topicZipfExponent()
                .map(exponent -> " with shares by Zipf's law, exponent " + exponent)
                .orElse(""),
            Text.plural(workload.destinations().subscriptionsPerTopic(), "subscription"),
            Text.plural(workload.totalConsumers(), "consumer"));
  }

  private static String time(Workload workload) {
    int steps = steps(workload);
    return workload.search().map(PlanDocument::search).orElse("")
        + (steps > 1 ? steps + " times " : "")
        + "%s warm-up, %s test, a sample every %s"
            .formatted(
                (workload.time().isWarmupAuto() ? "at most " : "") + text(workload.time().warmup()),
                workload.measured().map(PlanDocument::text).orElse("unlimited"),
                text(workload.time().sampleInterval()));
  }

  private static String search(SearchSpec spec) {
    return String.format(
        Locale.ROOT,
        "at most %s search (%s warm-up, up to %s of %s, short ones of %s), then ",
        text(spec.longest()),
        text(spec.warmUp()),
        Text.plural(spec.maxTrials(), "trial"),
        text(spec.trialDuration()),
        text(spec.shortTrialDuration()));
  }

  private static List<List<Cell>> phases(Workload workload) {
    return Table.fields("phases", workload.phases().stream().map(PlanDocument::phase).toList());
  }

  private static String phase(Phase phase) {
    return "%s: %s%s%s%s%s%s%s"
        .formatted(
            phase.name(),
            text(phase.length()),
            phase.isPause() ? ", producers send nothing" : "",
            line(" at ", phase.startRatePerSecond(), phase.endRatePerSecond(), PlanDocument::rate),
            line(
                ", consumers take ",
                phase.startProcessingTime(),
                phase.endProcessingTime(),
                Quantities::text),
            phase.messageSizeBytes().map(size -> ", messages of " + size + " B").orElse(""),
            number(phase.producersPerTopic(), "producer", "topic")
                + number(phase.consumersPerSubscription(), "consumer", "subscription"),
            phase.objectives().isEmpty() ? "" : "; " + objectives(phase.objectives()));
  }

  private static String number(Optional<Integer> number, String noun, String each) {
    return number.map(n -> ", " + Text.plural(n, noun) + " per " + each).orElse("");
  }

  private static String fault(FaultSpec fault) {
    return "%s: %s %s%s"
        .formatted(
            fault.name(),
            fault.action(),
            when(fault.trigger()),
            fault.duration().map(time -> " for " + text(time)).orElse(""));
  }

  private static String when(FaultTrigger trigger) {
    if (trigger instanceof At at) {
      String of = at.phase().map(phase -> " of " + phase).orElse("");
      return at.after().isZero() ? "at the start" + of : "after " + text(at.after()) + of;
    }
    return trigger instanceof When when ? "once " + when.text() : "";
  }

  private static <T> String line(
      String before, Optional<T> start, Optional<T> end, Function<T, String> format) {
    return start.map(format).map(text -> before + text).orElse("")
        + end.map(format).map(text -> " to " + text).orElse("");
  }

  private static List<List<Cell>> limits(Workload workload) {
    return workload.objectives().isEmpty()
        ? List.of()
        : List.of(Table.field("limits", objectives(workload.objectives())));
  }

  private static String objectives(List<Objective> objectives) {
    return objectives.stream()
        .map(objective -> objective.key() + " " + objective.condition())
        .collect(Collectors.joining(", "));
  }

  private static String broker(DriverFile driver) {
    return driver
        .localBrokers()
        .map(
            local ->
                "%s, %s on this machine, started for the run (%s)"
                    .formatted(local.kind(), Text.plural(local.nodes(), "node"), driver.path()))
        .orElse("as in " + driver.path());
  }

  /** Without what it takes to start brokers and to drain. */
  private static String total(List<PlannedRun> runs) {
    if (runs.stream()
        .anyMatch(
            run -> LoadSchedule.longest(run.workload()).isEmpty() && !hasLimit(run.workload()))) {
      return ", until interrupted";
    }
    List<Optional<Duration>> loads =
        runs.stream().map(run -> LoadSchedule.longest(run.workload())).toList();
    if (loads.stream().anyMatch(Optional::isEmpty)) {
      return ", until all messages are sent";
    }
    Duration sum = loads.stream().flatMap(Optional::stream).reduce(Duration.ZERO, Duration::plus);
    boolean shorter =
        runs.stream()
            .map(PlannedRun::workload)
            .anyMatch(each -> each.search().isPresent() || hasLimit(each));
    return ", " + (shorter ? "at most " : "") + text(sum) + " of load";
  }

  private static String limit(Workload workload) {
    return hasLimit(workload)
        ? ", at most " + Text.plural(workload.limits().messageLimit(), "message")
        : "";
  }

  private static boolean hasLimit(Workload workload) {
    return workload.limits().messageLimit() > 0;
  }

  private static int steps(Workload workload) {
    return workload.requestReply().map(spec -> spec.requesters().size()).orElse(1);
  }

  private static String text(Duration duration) {
    String iso = duration.toString().substring(2).toLowerCase(Locale.ROOT);
    return duration.isZero() ? "no" : iso.replaceAll("(?<=[hm])(?=\\d)", " ");
  }
}
