package io.tidemark.study;

import static java.util.stream.Collectors.joining;

import io.tidemark.model.result.Text;
import io.tidemark.report.runs.StoredStudy;
import io.tidemark.report.runs.StoredStudy.Environment;
import io.tidemark.report.runs.StudyBlocks;
import io.tidemark.report.runs.StudyRun;
import io.tidemark.report.runs.StudyRun.State;
import io.tidemark.runs.PlannedRun;
import io.tidemark.runs.suite.PlanText;
import io.tidemark.worker.driver.DriverCatalog;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/** The plan of a study for people: what {@code --dry-run} prints. */
public final class StudyPlanText {
  private StudyPlanText() {}

  /**
   * @param study with the state of its runs
   * @param folder of its results
   * @param catalog where drivers come from
   * @param epochMillis now
   */
  public static String of(
      StudySuite suite, StoredStudy study, Path folder, DriverCatalog catalog, long epochMillis) {
    StringBuilder text = new StringBuilder();
    List<StudyRun> runs = study.runs();
    text.append(
        "Study %s: %s, %s%n"
            .formatted(
                study.name(),
                Text.plural(runs.size(), "run"),
                TimeEstimate.text(TimeEstimate.left(suite, suite.initial()))));
    text.append("Results: %s%s%n".formatted(folder, done(suite, study)));
    text.append("%nEnvironments (the first one is the baseline)%n".formatted());
    study
        .environments()
        .forEach(each -> text.append(environment(each)).append(brokers(suite, each.name())));
    text.append(question(suite, study));
    text.append("%nWorkloads: %s%n".formatted(String.join(", ", study.workloads())));
    loads(suite)
        .forEach(
            (name, run) ->
                text.append("  %s%n".formatted(name))
                    .append(PlanText.workload(run, catalog, epochMillis)));
    study
        .matrix()
        .forEach(
            (path, values) ->
                text.append("Matrix: %s: %s%n".formatted(path, String.join(", ", values))));
    text.append(
        "%s of each combination%s%s; pause between runs %s; local brokers %s; INVALID runs are %s%n"
            .formatted(
                Text.plural(study.iterations(), "run"),
                untilDecided(study),
                warmUps(runs),
                study.coolDownSeconds() == 0 ? "none" : Text.duration(study.coolDownSeconds()),
                study.freshBrokers() ? "restart before each run" : "are kept between runs",
                study.retries() == 0
                    ? "not repeated"
                    : "repeated at most " + Text.plural(study.retries(), "time")));
    text.append(String.format(Locale.ROOT, "%nOrder (random, seed %d)%n", study.seed()));
    for (int i = 0; i < runs.size(); i++) {
      text.append(
          String.format(
              Locale.ROOT,
              "%4d. %s%s%n",
              i + 1,
              suite.runs().get(i).title().text(),
              state(runs.get(i))));
    }
    return text.append("%nNothing was started: this was a dry run.".formatted()).toString();
  }

  /**
   * A run of each workload with each of the values that the matrix gives it, as the study names
   * them.
   */
  private static Map<String, PlannedRun> loads(StudySuite suite) {
    Comparator<Integer> order =
        Comparator.comparing(i -> suite.workloads().indexOf(suite.place(i).workload()));
    for (Map.Entry<String, List<String>> key : suite.study().matrixTexts().entrySet()) {
      order =
          order.thenComparing(i -> key.getValue().indexOf(suite.place(i).cell().get(key.getKey())));
    }
    Map<String, PlannedRun> first = new LinkedHashMap<>();
    IntStream.range(0, suite.runs().size())
        .boxed()
        .sorted(order)
        .forEach(i -> first.putIfAbsent(suite.place(i).load(), suite.runs().get(i)));
    return first;
  }

  private static String brokers(StudySuite suite, String environment) {
    return IntStream.range(0, suite.runs().size())
        .filter(i -> suite.place(i).environment().equals(environment))
        .mapToObj(suite.runs()::get)
        .filter(run -> run.cluster().isEmpty())
        .limit(1)
        .map(PlanText::brokers)
        .collect(joining());
  }

  private static String question(StudySuite suite, StoredStudy study) {
    String compared =
        study.compare().isEmpty()
            ? ""
            : "What is compared: %s%n".formatted(String.join(", then ", study.compare()));
    if (study.question() != null) {
      return "%nWhat decides: %s%n%s".formatted(study.question(), compared);
    }
    return suite.questions().entrySet().stream()
        .map(each -> "What decides with %s: %s%n".formatted(each.getKey(), each.getValue()))
        .collect(joining("", "%n".formatted(), compared));
  }

  private static String untilDecided(StoredStudy study) {
    StudyBlocks blocks = study.blocks();
    if (blocks == null) {
      return "";
    }
    String until =
        blocks.untilDecided()
            ? String.format(
                Locale.ROOT,
                " so far, at least %d and at most %d, until the question is decided",
                blocks.least(),
                blocks.most())
            : "";
    return until
        + (blocks.maxDurationSeconds() == null
            ? ""
            : ", for at most " + Text.duration(blocks.maxDurationSeconds()));
  }

  private static String warmUps(List<StudyRun> runs) {
    long warmUps = runs.stream().filter(run -> !run.counts()).count();
    return warmUps == 0 ? "" : " after " + Text.plural(warmUps, "run") + " of the warm-up";
  }

  private static String done(StudySuite suite, StoredStudy study) {
    long done = study.runs().stream().filter(run -> run.state() == State.DONE).count();
    return done == 0
        ? ""
        : String.format(
            Locale.ROOT,
            " (%s done; %s left)",
            Text.plural(done, "run"),
            TimeEstimate.text(TimeEstimate.left(suite, study)));
  }

  private static String environment(Environment environment) {
    return "  %s: %s%s%n"
        .formatted(environment.name(), environment.driver(), values(environment.set()));
  }

  private static String values(Map<String, String> set) {
    return set.isEmpty()
        ? ""
        : " with "
            + set.entrySet().stream()
                .map(each -> each.getKey() + " = " + each.getValue())
                .collect(joining(", "));
  }

  private static String state(StudyRun run) {
    return run.status() == null ? "" : "  [done: " + run.status() + "]";
  }
}
