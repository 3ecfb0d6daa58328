package io.tidemark.features.profile.page;

import io.tidemark.features.profile.stack.FoldedStacks;
import io.tidemark.features.profile.stack.FrameChange;
import io.tidemark.features.profile.stack.ProcessProfile;
import io.tidemark.features.profile.stack.ProfileFile;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Columns;
import io.tidemark.report.document.Section;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.RunSet;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The CPU time of one process in the profiled runs of two sides.
 *
 * @param workload of the runs
 * @param process its name, the same on both sides
 * @param baseline label of the first side
 * @param other label of the second side
 * @param before stacks of all runs of the first side
 * @param after stacks of all runs of the second side
 */
public record ProfileComparison(
    String workload,
    String process,
    String baseline,
    String other,
    FoldedStacks before,
    FoldedStacks after) {
  private static final int MOST_ROWS = 40;
  private static final Columns<FrameChange> CHANGES =
      new Columns<FrameChange>()
          .text("method", FrameChange::frame)
          .cell("baseline self (%)", each -> percent("%.1f", each.selfBefore()))
          .cell("self (%)", each -> percent("%.1f", each.self()))
          .cell("change (points)", each -> percent("%+.1f", each.ofSelf()))
          .cell("baseline total (%)", each -> percent("%.1f", each.totalBefore()))
          .cell("total (%)", each -> percent("%.1f", each.total()));

  /**
   * Each process that was profiled on both sides.
   *
   * @throws ResultsException if a profile is damaged
   */
  public static List<ProfileComparison> of(RunSet baseline, List<RunSet> others)
      throws ResultsException {
    List<ProfileComparison> all = new ArrayList<>();
    for (RunSet other : others) {
      for (String workload : baseline.workloads()) {
        Map<String, FoldedStacks> before = stacks(baseline.of(workload));
        Map<String, FoldedStacks> after = stacks(other.of(workload));
        before.keySet().retainAll(after.keySet());
        before.forEach(
            (process, stacks) ->
                all.add(
                    new ProfileComparison(
                        workload,
                        process,
                        baseline.label(),
                        other.label(),
                        stacks,
                        after.getOrDefault(process, FoldedStacks.NONE))));
      }
    }
    return all;
  }

  /** Returns the stacks by process: all stacks of the runs together. */
  private static Map<String, FoldedStacks> stacks(List<ReportedRun> runs) throws ResultsException {
    Map<String, Map<String, Long>> weights = new LinkedHashMap<>();
    for (ReportedRun run : runs) {
      for (ProcessProfile profile : profiles(run)) {
        Map<String, Long> of = weights.computeIfAbsent(profile.process(), any -> new HashMap<>());
        profile
            .cpu()
            .forEach((frames, weight) -> of.merge(String.join(";", frames), weight, Long::sum));
      }
    }
    Map<String, FoldedStacks> stacks = new LinkedHashMap<>();
    weights.forEach((process, of) -> stacks.put(process, FoldedStacks.of(of)));
    stacks.values().removeIf(FoldedStacks::isEmpty);
    return stacks;
  }

  static List<ProcessProfile> profiles(ReportedRun run) throws ResultsException {
    try {
      return Files.isDirectory(run.source()) ? ProfileFile.in(run.source()) : List.of();
    } catch (IOException e) {
      throw new ResultsException(run.source(), String.valueOf(e.getMessage()));
    }
  }

  /** Methods whose share changed by more than chance, the largest change first. */
  public List<FrameChange> changes() {
    return FrameChange.of(before, after);
  }

  /** The largest changes; a page adds the flame graph. */
  public Section section(String id) {
    return Section.of(id, process + ": " + other + " against " + baseline)
        .notes(
            String.format(
                Locale.ROOT,
                "Workload %s. CPU time: %,d samples, and %,d of the baseline. The table has the"
                    + " methods whose share changed by more than 3 standard errors%s.",
                workload,
                after.total(),
                before.total(),
                changes().isEmpty() ? ": there is none, all others may be chance" : ""))
        .add(
            CHANGES.table(
                "Methods whose share of the CPU time changed most",
                changes().stream().limit(MOST_ROWS)));
  }

  private static Cell percent(String format, double share) {
    return Cell.of(String.format(Locale.ROOT, format, 100 * share), 100 * share);
  }
}
