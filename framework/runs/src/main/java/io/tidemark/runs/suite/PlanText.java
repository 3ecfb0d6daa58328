package io.tidemark.runs.suite;

import io.tidemark.driver.Quantities;
import io.tidemark.driver.Setting;
import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.fault.FaultSpec;
import io.tidemark.model.fault.FaultTrigger;
import io.tidemark.model.fault.FaultTrigger.At;
import io.tidemark.model.fault.FaultTrigger.When;
import io.tidemark.model.load.RequestReplySpec;
import io.tidemark.model.result.SearchReport;
import io.tidemark.model.result.Text;
import io.tidemark.model.workload.LoadSchedule;
import io.tidemark.model.workload.Objective;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.Phase;
import io.tidemark.model.workload.ProducerRate;
import io.tidemark.model.workload.ProfileKeys;
import io.tidemark.model.workload.ProfileKeys.Target;
import io.tidemark.model.workload.SearchSpec;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.workload.Workload.TrafficClass;
import io.tidemark.runs.PlannedRun;
import io.tidemark.worker.driver.DriverCatalog;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The plan of a suite for a human: what {@code --dry-run} prints. */
public final class PlanText {
  private PlanText() {}

  /**
   * @param workers lines about them; empty for none
   * @param epochMillis now
   */
  public static String of(Suite suite, String workers, long epochMillis) {
    List<PlannedRun> runs = suite.runs();
    StringBuilder text = new StringBuilder();
    text.append("Plan: %s%s%n".formatted(Text.plural(runs.size(), "run"), total(runs)));
    for (int i = 0; i < runs.size(); i++) {
      PlannedRun run = runs.get(i);
      text.append(String.format(Locale.ROOT, "%n%3d. %s%n", i + 1, run.title().text()));
      text.append(workload(run, suite.catalog(), epochMillis));
      text.append(brokers(run));
    }
    text.append(workers);
    return text.append("%nNothing was started: this was a dry run.".formatted()).toString();
  }

  /**
   * What a run does: its load, times, faults and objectives, in lines.
   *
   * @param catalog where its driver comes from
   * @param epochMillis now
   */
  public static String workload(PlannedRun run, DriverCatalog catalog, long epochMillis) {
    MessagePlan messages = new MessagePlan(catalog, epochMillis);
    Workload workload = run.workload();
    boolean whole = workload.classes().isEmpty();
    return "     load     %s%s%n".formatted(load(workload), limit(workload))
        + "     topics   %s%n".formatted(topics(workload))
        + classes(run, messages)
        + (whole ? messages.of(workload, run.driver()) : "")
        + "     time     %s%n".formatted(time(workload))
        + (whole ? phases(workload) : "")
        + faults(workload)
        + workload.profile().map(PlanText::profile).orElse("")
        + limits(workload);
  }

  /** Where a run takes place, in lines. */
  public static String brokers(PlannedRun run) {
    return "     broker   %s%n".formatted(broker(run.driver()))
        + standby(run)
        + consuming(run.driver());
  }

  private static String classes(PlannedRun run, MessagePlan messages) {
    StringBuilder text = new StringBuilder();
    for (TrafficClass each : run.workload().classes()) {
      text.append("     class    %s: %s%n".formatted(each.name(), load(each.workload())));
      text.append("              %s%n".formatted(topics(each.workload())));
      if (!each.driver().isEmpty()) {
        text.append(
            "              driver %s%n"
                .formatted(
                    each.driver().all().stream()
                        .map(value -> value.path() + ": " + value.value().plain())
                        .collect(Collectors.joining(", "))));
      }
      text.append(messages.of(each.workload(), run.driver()));
      text.append(phases(each.workload()));
      text.append(limits(each.workload()));
    }
    return text.toString();
  }

  private static String load(Workload workload) {
    if (!workload.classes().isEmpty()) {
      return over(workload)
          + workload.classes().size()
          + " traffic classes"
          + ", together "
          + rate(workload.load().rate())
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
        workload.load().search().filter(keys -> !keys.over().isOfRate()).isPresent()
            ? "at most "
            : "";
    return over(workload)
        + rate(workload.load().rate())
        + " of "
        + size
        + " from "
        + most
        + producers;
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
        workload.load().rate() instanceof ProducerRate.OpenLoop
            ? rate(workload.load().rate())
            : spec.requestsInFlight().orElse(1) + " in flight each";
    String requesters = spec.requesters().toString().replaceAll("[\\[\\]]", "");
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

  private static String rate(ProducerRate rate) {
    if (rate instanceof ProducerRate.OpenLoop open) {
      return rate(open.ratePerSecond());
    }
    return rate instanceof ProducerRate.Search search
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
    return workload.search().map(PlanText::search).orElse("")
        + (steps > 1 ? steps + " times " : "")
        + "%s warm-up, %s test, a sample every %s"
            .formatted(
                (workload.time().isWarmupAuto() ? "at most " : "") + text(workload.time().warmup()),
                workload.measured().map(PlanText::text).orElse("unlimited"),
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

  private static String phases(Workload workload) {
    StringBuilder text = new StringBuilder();
    for (Phase phase : workload.phases()) {
      text.append(
          "     %-8s %s: %s%s%s%s%s%s%s%n"
              .formatted(
                  text.isEmpty() ? "phases" : "",
                  phase.name(),
                  text(phase.duration()),
                  phase.pause() ? ", producers send nothing" : "",
                  line(
                      " at ", phase.startRatePerSecond(), phase.endRatePerSecond(), PlanText::rate),
                  line(
                      ", consumers take ",
                      phase.startProcessingTime(),
                      phase.endProcessingTime(),
                      Quantities::text),
                  one(", messages of %s B", phase.messageSizeBytes()),
                  one(", %s producers per topic", phase.producersPerTopic())
                      + one(", %s consumers per subscription", phase.consumersPerSubscription()),
                  phase.objectives().isEmpty() ? "" : "; " + objectives(phase.objectives())));
    }
    return text.toString();
  }

  private static String one(String format, Optional<Integer> number) {
    return number.map(format::formatted).orElse("");
  }

  private static String faults(Workload workload) {
    StringBuilder text = new StringBuilder();
    for (FaultSpec fault : workload.faults()) {
      text.append(
          "     %-8s %s: %s %s%s%n"
              .formatted(
                  text.isEmpty() ? "faults" : "",
                  fault.name(),
                  fault.action(),
                  when(fault.trigger()),
                  fault.duration().map(time -> " for " + text(time)).orElse("")));
    }
    return text.toString();
  }

  private static String profile(ProfileKeys keys) {
    String of =
        Stream.of(Target.values())
            .filter(keys::includes)
            .map(Setting::word)
            .collect(Collectors.joining(", "));
    String phases =
        keys.phases().isEmpty() ? "the measured phases" : String.join(", ", keys.phases());
    return "     profile  %s in %s%n".formatted(of, phases);
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

  private static String limits(Workload workload) {
    return workload.objectives().isEmpty()
        ? ""
        : "     limits   %s%n".formatted(objectives(workload.objectives()));
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

  private static String standby(PlannedRun run) {
    return run.workload().pattern() != Pattern.FAILOVER
        ? ""
        : run.driver()
            .standby()
            .map(second -> "     standby  %s%n".formatted(broker(second.site())))
            .orElse("");
  }

  private static String consuming(DriverFile driver) {
    return driver
        .consuming()
        .map(file -> "     consumer as in %s%n".formatted(file.path()))
        .orElse("");
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
        ? ", at most " + Text.plural(workload.load().messageLimit(), "message")
        : "";
  }

  private static boolean hasLimit(Workload workload) {
    return workload.load().messageLimit() > 0;
  }

  private static int steps(Workload workload) {
    return workload.requestReply().map(spec -> spec.requesters().size()).orElse(1);
  }

  private static String text(Duration duration) {
    String iso = duration.toString().substring(2).toLowerCase(Locale.ROOT);
    return duration.isZero() ? "no" : iso.replaceAll("(?<=[hm])(?=\\d)", " ");
  }
}
