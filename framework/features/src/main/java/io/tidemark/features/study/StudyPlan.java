package io.tidemark.features.study;

import static java.util.stream.Collectors.joining;

import io.tidemark.model.result.Text;
import io.tidemark.report.document.Block.Paragraph;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Document;
import io.tidemark.report.document.Section;
import io.tidemark.report.document.Table;
import io.tidemark.report.runs.StoredStudy;
import io.tidemark.report.runs.StoredStudy.Environment;
import io.tidemark.report.runs.StoredStudy.StudyBlocks;
import io.tidemark.report.runs.StudyEntry;
import io.tidemark.report.runs.StudyEntry.State;
import io.tidemark.runs.PlannedRun;
import io.tidemark.runs.suite.PlanDocument;
import io.tidemark.worker.driver.DriverCatalog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/** The plan of a study: what {@code --dry-run} prints. */
public final class StudyPlan {
  private StudyPlan() {}

  /**
   * @param study with the state of its runs
   * @param folder of its results
   * @param catalog where drivers come from
   * @param epochMillis now
   */
  public static Document of(
      StudySuite suite, StoredStudy study, Path folder, DriverCatalog catalog, long epochMillis) {
    List<Section> sections = new ArrayList<>();
    sections.add(environments(suite, study));
    sections.add(Section.of("question", "What decides").notes(question(suite, study)));
    loads(suite)
        .forEach(
            (name, run) ->
                sections.add(
                    Section.of("workload", name)
                        .add(Table.ofFields(PlanDocument.workload(run, catalog, epochMillis)))));
    sections.add(runs(study));
    sections.add(order(suite, study));
    return new Document(
        "Study %s: %s, %s"
            .formatted(
                study.name(),
                Text.plural(study.runs().size(), "run"),
                TimeEstimate.text(TimeEstimate.left(suite, suite.initial()))),
        List.of(new Paragraph(Cell.of("Results: " + folder + done(suite, study)))),
        sections);
  }

  private static Section environments(StudySuite suite, StoredStudy study) {
    List<List<Cell>> rows = new ArrayList<>();
    for (Environment each : study.environments()) {
      rows.add(Table.field(each.name(), each.driver() + values(each.set())));
      brokers(suite, each.name())
          .forEach(row -> rows.add(Table.field("", row.get(0).text() + " " + row.get(1).text())));
    }
    return Section.of("environments", "Environments (the first one is the baseline)")
        .add(Table.ofFields(rows));
  }

  private static Section runs(StoredStudy study) {
    List<List<Cell>> rows = new ArrayList<>();
    study
        .matrix()
        .forEach(
            (path, values) ->
                rows.add(Table.field("matrix", path + ": " + String.join(", ", values))));
    rows.add(
        Table.field(
            "runs",
            "%s of each combination%s%s; pause between runs %s; local brokers %s; INVALID runs are %s"
                .formatted(
                    Text.plural(study.iterations(), "run"),
                    untilDecided(study),
                    warmUps(study.runs()),
                    study.coolDownSeconds() == 0 ? "none" : Text.duration(study.coolDownSeconds()),
                    study.freshBrokers() ? "restart before each run" : "are kept between runs",
                    study.retries() == 0
                        ? "not repeated"
                        : "repeated at most " + Text.plural(study.retries(), "time"))));
    return Section.of("runs", "Runs").add(Table.ofFields(rows));
  }

  private static Section order(StudySuite suite, StoredStudy study) {
    return Section.of("order", "Order (random, seed " + study.seed() + ")")
        .add(
            Table.ofFields(
                IntStream.range(0, study.runs().size())
                    .mapToObj(
                        i ->
                            Table.field(
                                (i + 1) + ".",
                                suite.planned(i).title().text() + state(study.runs().get(i))))
                    .toList()));
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
        .forEach(i -> first.putIfAbsent(suite.place(i).load(), suite.planned(i)));
    return first;
  }

  private static List<List<Cell>> brokers(StudySuite suite, String environment) {
    return IntStream.range(0, suite.runs().size())
        .filter(i -> suite.place(i).environment().equals(environment))
        .mapToObj(suite.runs()::get)
        .filter(run -> run.cluster().isEmpty())
        .limit(1)
        .flatMap(run -> PlanDocument.brokers(run.run()).stream())
        .toList();
  }

  private static List<String> question(StudySuite suite, StoredStudy study) {
    List<String> texts = new ArrayList<>();
    if (study.question() != null) {
      texts.add(String.valueOf(study.question()));
    } else {
      suite.questions().forEach((workload, asked) -> texts.add("With " + workload + ": " + asked));
    }
    if (!study.compare().isEmpty()) {
      texts.add("What is compared: " + String.join(", then ", study.compare()));
    }
    return texts;
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

  private static String warmUps(List<StudyEntry> runs) {
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

  private static String values(Map<String, String> set) {
    return set.isEmpty()
        ? ""
        : " with "
            + set.entrySet().stream()
                .map(each -> each.getKey() + " = " + each.getValue())
                .collect(joining(", "));
  }

  private static String state(StudyEntry run) {
    return run.status() == null ? "" : "  [done: " + run.status() + "]";
  }
}
