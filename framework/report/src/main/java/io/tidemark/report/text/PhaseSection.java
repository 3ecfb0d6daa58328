package io.tidemark.report.text;

import io.tidemark.model.result.LatencyMicros;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** The measured phases of a run on the console, one row each, where there are several. */
public final class PhaseSection {
  private static final List<String> HEADER =
      List.of(
          "phase", "intended", "sent", "published", "consumed", "p50", "p99", "p99.9", "backlog");
  private static final String OBJECTIVES = "objectives";

  /** What may differ between phases: numbers of clients, sizes. */
  enum Scale {
    PRODUCERS("producers", PhaseResult::producers),
    CONSUMERS("consumers", PhaseResult::consumers),
    SIZE("size", PhaseResult::messageSizeBytes);

    private final String column;
    private final Function<PhaseResult, Optional<Integer>> number;

    Scale(String column, Function<PhaseResult, Optional<Integer>> number) {
      this.column = column;
      this.number = number;
    }

    /** Those that the phases have. */
    static List<Scale> changing(List<PhaseResult> phases) {
      return Stream.of(values())
          .filter(scale -> phases.stream().anyMatch(phase -> scale.number.apply(phase).isPresent()))
          .toList();
    }

    String column() {
      return column;
    }

    String text(PhaseResult phase) {
      return number
          .apply(phase)
          .map(found -> Text.count(found) + (this == SIZE ? " B" : ""))
          .orElse("");
    }
  }

  /** From the intended time on: what a phase that is too fast for the broker shows in. */
  private static final List<Measure> MEASURES =
      List.of(Measure.END_TO_END, Measure.PUBLISH_RESPONSE);

  private PhaseSection() {}

  /** Empty for a run with one measured phase, whose figures are those of the other tables. */
  static List<String> lines(RunResult run, TerminalStyle style) {
    List<PhaseResult> phases = measured(run);
    if (phases.size() < 2) {
      return List.of();
    }
    Measure measure = measure(phases);
    boolean judged = phases.stream().anyMatch(phase -> !objectives(run, phase).isEmpty());
    List<Scale> scales = Scale.changing(phases);
    List<String> columns = new ArrayList<>(HEADER);
    columns.addAll(1, scales.stream().map(Scale::column).toList());
    TextTable table = new TextTable(1).row(header(columns, judged));
    for (PhaseResult phase : phases) {
      List<String> row = row(run, phase, measure, judged, style);
      row.addAll(1, scales.stream().map(scale -> scale.text(phase)).toList());
      table.row(row);
    }
    List<String> lines = new ArrayList<>(table.lines());
    lines.add(
        "rates in msg/s by time; percentiles of " + measure.heading() + "; backlog at the end");
    return lines;
  }

  public static List<PhaseResult> measured(RunResult run) {
    return run.phases().stream().filter(PhaseResult::measured).toList();
  }

  static List<String> header(List<String> columns, boolean judged) {
    List<String> header = new ArrayList<>(columns);
    if (judged) {
      header.add(OBJECTIVES);
    }
    return header;
  }

  private static List<String> row(
      RunResult run, PhaseResult phase, Measure measure, boolean judged, TerminalStyle style) {
    List<String> cells = new ArrayList<>();
    cells.add(phase.name());
    cells.add(phase.intendedRatePerSecond().map(Text::perSecond).orElse(""));
    cells.add(Text.perSecond(phase.perSecond(Counter.SENT)));
    cells.add(Text.perSecond(phase.perSecond(Counter.ACKNOWLEDGED)));
    cells.add(Text.perSecond(phase.perSecond(Counter.RECEIVED)));
    cells.add(latency(phase, measure, LatencyMicros::p50, style));
    cells.add(latency(phase, measure, LatencyMicros::p99, style));
    cells.add(latency(phase, measure, LatencyMicros::p999, style));
    cells.add(phase.backlogMessages().map(Text::count).orElse(""));
    if (judged) {
      cells.add(verdict(run, phase, style));
    }
    return cells;
  }

  static String latency(
      PhaseResult phase,
      Measure measure,
      ToDoubleFunction<LatencyMicros> figure,
      TerminalStyle style) {
    return phase
        .latencies()
        .get(measure)
        .map(latency -> style.latency(figure.applyAsDouble(latency)))
        .orElse("none");
  }

  private static Measure measure(List<PhaseResult> phases) {
    return MEASURES.stream()
        .filter(each -> phases.stream().anyMatch(phase -> phase.latencies().get(each).isPresent()))
        .findFirst()
        .orElse(MEASURES.get(0));
  }

  /** Those that are about one phase. */
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

  /** In a word. */
  static String verdict(RunResult run, PhaseResult phase, TerminalStyle style) {
    return met(run, phase).map(met -> met ? style.good("pass") : style.bad("FAIL")).orElse("");
  }
}
