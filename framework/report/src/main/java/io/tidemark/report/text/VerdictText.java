package io.tidemark.report.text;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.tidemark.model.result.FigureError;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.FigureValidity;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.file.ReportFormats;
import io.tidemark.verdict.Found;
import io.tidemark.verdict.VerdictRules.ObjectiveMissed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Words about verdicts that several tables share. */
public final class VerdictText {
  private static final int SHOWN_OF_A_KIND = 3;

  private VerdictText() {}

  /**
   * The first finding that decides; of a failed run all of them and the objectives missed. Each
   * ends with the name that {@code bin/benchmark explain} takes.
   */
  public static Optional<String> reason(RunResult run) {
    Verdict verdict = run.verdict();
    return switch (verdict.status()) {
      case VALID -> Optional.empty();
      case FAILED ->
          Stream.concat(of(verdict, Severity.FAILS), missedObjectives(verdict).stream())
              .reduce((all, next) -> all + "; " + next);
      case INVALID, ABORTED -> decisive(verdict);
    };
  }

  /** Why none of the figures of a run may be used; empty if some may. */
  public static Optional<String> unusable(RunResult run) {
    return run.usable()
        ? Optional.empty()
        : Optional.of(run.verdict().status() + reason(run).map(why -> ": " + why).orElse(""));
  }

  /** {@code publish latency (error at most 216 ms: schedule-missed)} for each damaged group. */
  public static Optional<String> damage(Map<FigureGroup, FigureValidity> figures) {
    return figures.entrySet().stream()
        .filter(each -> !each.getValue().usable())
        .map(each -> each.getKey().heading() + " (" + why(each.getValue()) + ")")
        .reduce((all, next) -> all + ", " + next);
  }

  /** {@code error at most 216 ms: schedule-missed}; empty text without a cause of errors. */
  public static String why(FigureValidity figures) {
    return figures.because().isEmpty()
        ? ""
        : figures.errorText(FigureError.MAX) + ": " + String.join(", ", figures.because());
  }

  /**
   * Findings as a reader needs them: if hundreds of workers are lost at once, the first three, and
   * how many more there are.
   */
  public static List<Finding> shown(Verdict verdict) {
    Map<Finding, Long> all =
        verdict.findings().stream()
            .collect(Collectors.groupingBy(VerdictText::kind, Collectors.counting()));
    Map<Finding, Long> before = new HashMap<>();
    List<Finding> shown = new ArrayList<>();
    for (Finding finding : verdict.findings()) {
      Finding kind = kind(finding);
      long number = before.merge(kind, 1L, Long::sum);
      if (number <= SHOWN_OF_A_KIND) {
        shown.add(finding);
      } else if (number == SHOWN_OF_A_KIND + 1) {
        shown.add(more(kind, all.getOrDefault(kind, number) - SHOWN_OF_A_KIND));
      }
    }
    return shown;
  }

  private static Finding kind(Finding finding) {
    return new Finding(finding.severity(), finding.code(), "");
  }

  private static Finding more(Finding kind, long count) {
    return new Finding(
        kind.severity(),
        kind.code(),
        String.format(Locale.ROOT, "%,d more in verdict.findings of result.json", count));
  }

  /** Warnings, which do not change the status. */
  public static Stream<String> warnings(RunResult run) {
    return of(run.verdict(), Severity.WARNS);
  }

  private static Optional<String> missedObjectives(Verdict verdict) {
    return verdict.objectives().stream()
        .filter(objective -> !objective.met())
        .map(o -> o.key() + " " + o.condition() + " is " + o.actual())
        .reduce((all, next) -> all + "; " + next)
        .map(all -> coded(all, Found.code(ObjectiveMissed.class)));
  }

  /** {@code A worker had too little CPU [cpu-starved]}: the name is for {@code explain}. */
  private static String coded(String text, String code) {
    return text + " [" + code + "]";
  }

  private static Stream<String> of(Verdict verdict, Severity severity) {
    return shown(verdict).stream()
        .filter(finding -> finding.severity() == severity)
        .map(finding -> coded(finding.shortLine(), finding.code()));
  }

  private static Optional<String> decisive(Verdict verdict) {
    Severity severity =
        verdict.status() == Verdict.Status.ABORTED ? Severity.ABORTS : Severity.INVALIDATES;
    return of(verdict, severity).findFirst();
  }

  public static List<PhaseResult> measured(RunResult run) {
    return run.phases().stream().filter(PhaseResult::measured).toList();
  }

  /** Objectives that are about one phase. */
  public static List<ObjectiveResult> objectives(RunResult run, PhaseResult phase) {
    return run.verdict().objectives().stream()
        .filter(each -> phase.name().equals(each.phase()))
        .toList();
  }

  /** Whether all of them were met; empty where there are none. */
  public static Optional<Boolean> met(RunResult run, PhaseResult phase) {
    List<ObjectiveResult> objectives = objectives(run, phase);
    return objectives.isEmpty()
        ? Optional.empty()
        : Optional.of(objectives.stream().allMatch(ObjectiveResult::met));
  }

  /** Verdicts as JSON, for programs. */
  public static final class VerdictJson {
    /**
     * One run.
     *
     * @param directory where its results are
     * @param verdict as in {@code result.json}
     */
    public record Run(String directory, String runId, Verdict verdict) {
      public static Run of(Path directory, RunResult run) {
        return new Run(directory.toString(), run.identity().runId(), run.verdict());
      }
    }

    private VerdictJson() {}

    /** An array with one object for each run. */
    public static String of(List<Run> runs) {
      try {
        return ReportFormats.PRETTY.writeValueAsString(runs);
      } catch (JsonProcessingException e) {
        throw new IllegalStateException("a verdict is texts and booleans", e);
      }
    }
  }

  /**
   * Marks figures that must not be used, and names the error that they can have. Where no figure of
   * a run is usable, the verdict says so and nothing is marked.
   *
   * @param figures validity of the groups
   */
  public record DamageMarks(Map<FigureGroup, FigureValidity> figures) {
    public static final DamageMarks NONE = new DamageMarks(Map.of());

    /** At the end of a figure. */
    public static final String MARK = "!";

    private static final double NANOS_PER_MICRO = 1e3;

    public static DamageMarks of(RunResult run) {
      return run.usable() ? new DamageMarks(run.verdict().figures()) : NONE;
    }

    /**
     * @param statistic {@code p99} for example
     */
    public boolean usable(Measure measure, String statistic, double micros) {
      return validity(FigureGroup.of(measure)).usable(statistic, micros * NANOS_PER_MICRO);
    }

    public boolean usable(FigureGroup group) {
      return validity(group).usable();
    }

    private FigureValidity validity(FigureGroup group) {
      return figures.getOrDefault(group, FigureValidity.GOOD);
    }

    /** One line for each of these groups that is damaged. */
    public List<String> notes(FigureGroup... groups) {
      List<String> notes = new ArrayList<>();
      for (FigureGroup group : groups) {
        FigureValidity validity = validity(group);
        if (!validity.usable()) {
          notes.add(
              "%s damaged %s: %s".formatted(MARK, group.heading(), VerdictText.why(validity)));
        }
      }
      return notes;
    }

    /** The same for times of recovery, also where their error is small. */
    public List<String> recoveryNotes() {
      FigureValidity validity = validity(FigureGroup.RECOVERY);
      return validity.usable() && !validity.because().isEmpty()
          ? List.of("recovery times: " + VerdictText.why(validity))
          : notes(FigureGroup.RECOVERY);
    }
  }
}
