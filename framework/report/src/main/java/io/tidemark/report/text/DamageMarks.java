package io.tidemark.report.text;

import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.FigureValidity;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.snapshot.Measure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Marks figures that must not be used, and names the error that they can have. Where no figure of a
 * run is usable, the verdict says so and nothing is marked.
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
        notes.add("%s damaged %s: %s".formatted(MARK, group.heading(), VerdictText.why(validity)));
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
