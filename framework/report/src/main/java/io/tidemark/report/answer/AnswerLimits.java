package io.tidemark.report.answer;

import static java.util.stream.Collectors.joining;

import io.tidemark.model.result.FigureError;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.FigureValidity;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.SearchReport;
import io.tidemark.model.result.Text;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.report.answer.Trust.Inaccurate;
import io.tidemark.report.compare.Comparison;
import io.tidemark.report.compare.StudyDecision;
import io.tidemark.report.compare.StudyDecision.Part;
import io.tidemark.report.document.Block.Statement;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.runs.ReportedRuns.DisturbedRuns;
import io.tidemark.report.runs.StudyEntry;
import io.tidemark.report.study.StudyEnding;
import io.tidemark.report.text.BrokerLine;
import io.tidemark.report.text.VerdictText;
import io.tidemark.verdict.ConditionRule.OtherProcesses;
import io.tidemark.verdict.Found;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What limits trust in an answer: which runs and figures are missing, and under which conditions.
 */
final class AnswerLimits {
  private static final String VERDICT = "verdict";
  private static final int NAMED = 3;

  private final ReportedRuns all;
  private final List<Statement> limits = new ArrayList<>();

  private AnswerLimits(ReportedRuns all) {
    this.all = all;
  }

  static List<Statement> of(AnswerPattern pattern, ReportedRuns all, List<Comparison> comparisons) {
    AnswerLimits limits = new AnswerLimits(all);
    limits.undecided();
    limits.limits.addAll(pattern.limits());
    limits.unusable();
    limits.undetermined();
    limits.missed();
    limits.damaged(pattern.figures());
    limits.open();
    limits.disturbed();
    limits.warnings();
    limits.obstacles(comparisons);
    limits.place();
    return limits.limits;
  }

  private void add(boolean serious, String chapter, String text) {
    limits.add(new Statement("", text, serious ? Tone.WARNING : Tone.NONE, chapter));
  }

  private boolean isSingle() {
    return all.runs().size() == 1;
  }

  private String of(Collection<ReportedRun> some) {
    return some.size() == all.runs().size()
        ? "all " + some.size() + " runs"
        : some.size() + " of " + Text.plural(all.runs().size(), "run");
  }

  /** {@code in 2 of 9 runs}; empty for a single run, which all of it is about. */
  private String in(Collection<ReportedRun> some) {
    return isSingle() ? "" : " in " + of(some);
  }

  /** {@code Not used: 2 of 9 runs (why)}; for a single run {@code Not used: why}. */
  private String about(String what, Collection<ReportedRun> some, String why) {
    return isSingle() ? what + ": " + why : what + ": " + of(some) + " (" + why + ")";
  }

  /** A study that was to be decided, and why it ended before. */
  private void undecided() {
    all.study()
        .filter(StudyEnding::isUndecided)
        .flatMap(StudyEnding::of)
        .ifPresent(
            why -> {
              List<String> open =
                  StudyDecision.of(all).parts().stream()
                      .filter(part -> !part.isDecided())
                      .map(Part::system)
                      .distinct()
                      .toList();
              add(
                  true,
                  "study",
                  why + (open.isEmpty() ? "" : "; still open: " + Text.listed(open, NAMED)));
            });
  }

  private void unusable() {
    List<ReportedRun> some = all.runs().stream().filter(run -> run.unusable().isPresent()).toList();
    if (!some.isEmpty()) {
      add(
          true,
          VERDICT,
          about(
              "Not used",
              some,
              listed(some.stream().flatMap(r -> r.unusable().stream()).toList())));
    }
  }

  /** Searches that ended before the rate was found. */
  private void undetermined() {
    List<ReportedRun> some =
        all.runs().stream()
            .filter(run -> search(run).filter(search -> !search.converged()).isPresent())
            .toList();
    if (!some.isEmpty()) {
      List<String> why =
          some.stream().flatMap(run -> search(run).stream()).map(SearchReport::reason).toList();
      add(true, "search", about("The highest rate is not determined", some, listed(why)));
    }
  }

  private static Optional<SearchReport> search(ReportedRun run) {
    return run.stored().flatMap(RunResult::search);
  }

  private static String listed(List<String> texts) {
    return Text.listed(texts.stream().distinct().toList(), 1);
  }

  /** Objectives, or a rate that the system did not keep. */
  private void missed() {
    if (isSingle()) {
      return; // It is a part of the answer.
    }
    List<ReportedRun> some =
        all.runs().stream()
            .filter(run -> run.stored().filter(AnswerLimits::isFailed).isPresent())
            .toList();
    if (!some.isEmpty()) {
      List<String> why =
          some.stream()
              .flatMap(
                  run -> run.stored().flatMap(VerdictText::reason).map(of(run)::concat).stream())
              .toList();
      add(true, VERDICT, about("FAILED", some, listed(why)));
    }
  }

  /** The name of its workload, among several. */
  private String of(ReportedRun run) {
    return all.runs().stream().map(ReportedRun::workload).distinct().count() > 1
        ? run.workload() + ": "
        : "";
  }

  private static boolean isFailed(RunResult run) {
    return run.verdict().status() == Status.FAILED;
  }

  private void damaged(Set<FigureGroup> stated) {
    damaged(
        stated,
        true,
        "Inaccurate%s: %s; do not compare these figures; the verdict names the cause");
    Set<FigureGroup> others = EnumSet.allOf(FigureGroup.class);
    others.removeAll(stated);
    damaged(others, false, "Inaccurate, but not in this answer%s: %s");
  }

  private void damaged(Set<FigureGroup> groups, boolean serious, String sentence) {
    List<ReportedRun> some =
        all.runs().stream()
            .filter(run -> run.unusable().isEmpty())
            .filter(run -> groups.stream().anyMatch(group -> !run.validity(group).usable()))
            .toList();
    if (!some.isEmpty()) {
      add(serious, VERDICT, sentence.formatted(in(some), inaccurate(some, groups)));
    }
  }

  /** {@code publish latency by up to 216 ms}, with the largest error of all runs. */
  private static String inaccurate(List<ReportedRun> some, Set<FigureGroup> groups) {
    Map<FigureGroup, FigureValidity> figures = new EnumMap<>(FigureGroup.class);
    for (ReportedRun run : some) {
      for (FigureGroup group : groups) {
        FigureValidity figure = run.validity(group);
        if (!figure.usable()) {
          figures.merge(group, figure, FigureValidity::and);
        }
      }
    }
    return figures.entrySet().stream()
        .map(
            each ->
                each.getKey().heading()
                    + " "
                    + Inaccurate.by(each.getValue().error(), FigureError.MAX))
        .collect(joining(", "));
  }

  private void open() {
    all.study()
        .ifPresent(
            study -> {
              long open = study.open();
              long planned = study.runs().stream().filter(StudyEntry::counts).count();
              if (open > 0) {
                add(
                    true,
                    "study",
                    String.format(
                        Locale.ROOT, "Not done: %d of %s", open, Text.plural(planned, "run")));
              }
            });
  }

  private void disturbed() {
    List<ReportedRun> some =
        all.runs().stream().filter(run -> DisturbedRuns.of(run).findAny().isPresent()).toList();
    if (some.isEmpty()) {
      return;
    }
    String which =
        some.size() == all.runs().size() || some.size() > NAMED
            ? in(some)
            : in(some)
                + " ("
                + String.join("; ", some.stream().map(ReportedRun::label).distinct().toList())
                + ")";
    add(
        true,
        VERDICT,
        "Disturbed%s: other processes used %s%s; repeat on a machine without other work"
            .formatted(which, isSingle() ? "" : "up to ", mostUsed(some)));
  }

  /** Names what other processes used most, in one of the runs. */
  private static String mostUsed(List<ReportedRun> disturbed) {
    return disturbed.stream()
        .flatMap(DisturbedRuns::of)
        .flatMap(finding -> Found.read(finding, OtherProcesses.class).stream())
        .max(Comparator.comparingDouble(OtherProcesses::cpuPercent))
        .map(OtherProcesses::used)
        .orElse("the CPU");
  }

  /** Lost messages and others that change no verdict. */
  private void warnings() {
    Map<String, List<ReportedRun>> byCode = new LinkedHashMap<>();
    for (ReportedRun run : all.runs()) {
      run.stored().stream()
          .flatMap(stored -> stored.verdict().findings().stream())
          .filter(finding -> finding.severity() == Severity.WARNS)
          .map(Finding::code)
          .distinct() // Several workers may have the same finding.
          .forEach(code -> byCode.computeIfAbsent(code, any -> new ArrayList<>()).add(run));
    }
    byCode.forEach(
        (code, some) -> add(true, VERDICT, "Warning" + in(some) + ": " + message(some, code)));
  }

  private static String message(List<ReportedRun> some, String code) {
    return some.stream()
        .flatMap(run -> run.stored().stream())
        .flatMap(stored -> stored.verdict().findings().stream())
        .filter(finding -> finding.code().equals(code))
        .map(Finding::shortLine)
        .findFirst()
        .orElse(code);
  }

  private void obstacles(List<Comparison> comparisons) {
    List<String> obstacles =
        comparisons.stream().flatMap(each -> each.obstacles().stream()).distinct().toList();
    if (!obstacles.isEmpty()) {
      add(true, "differences", "Other conditions differ, too: " + listed(obstacles));
    }
  }

  private void place() {
    List<ReportedRun> some =
        all.runs().stream()
            .filter(run -> run.stored().filter(BrokerLine::coLocated).isPresent())
            .toList();
    if (!some.isEmpty()) {
      add(
          false,
          "systems",
          "Broker and load generator shared one machine"
              + in(some)
              + ": separate machines have other figures");
    }
  }
}
