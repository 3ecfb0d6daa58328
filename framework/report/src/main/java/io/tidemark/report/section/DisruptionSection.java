package io.tidemark.report.section;

import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.BlockedTime;
import io.tidemark.model.result.Disruption;
import io.tidemark.model.result.Disruption.Recovery;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.document.Section;
import io.tidemark.report.runs.ShownRuns;
import io.tidemark.report.runs.ShownRuns.Rows;
import io.tidemark.report.runs.ShownRuns.ShownRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Outages of the message flow that no fault explains, and times at which the broker blocked. */
public final class DisruptionSection {
  private DisruptionSection() {}

  public static Section of(ShownRuns runs) {
    Rows rows =
        runs.rows(
            "at (s)",
            "what",
            "signs",
            "flow",
            "before/s",
            "lowest/s",
            "90 % again (s)",
            "to (s)",
            "for (s)",
            "connections",
            "detail");
    for (ShownRun run : runs.runs()) {
      List<List<Cell>> added = new ArrayList<>();
      run.result().blocks().forEach(block -> added.add(block(block)));
      for (Disruption each : run.result().unexplainedDisruptions()) {
        if (each.publish() == null && each.deliver() == null) {
          added.add(disruption(each, "", null));
        }
        if (each.publish() != null) {
          added.add(disruption(each, "publish", each.publish()));
        }
        if (each.deliver() != null) {
          added.add(disruption(each, "deliver", each.deliver()));
        }
      }
      added.sort(Comparator.comparing(row -> row.get(0).value()));
      added.forEach(row -> rows.add(run, row));
    }
    return Section.of("disruptions", "Disruptions").add(rows.table());
  }

  private static List<Cell> disruption(Disruption of, String flow, @Nullable Recovery recovery) {
    Optional<Recovery> known = Optional.ofNullable(recovery);
    return List.of(
        Cell.of(of.secondsFromStart(), Unit.SECONDS),
        Cell.of(cause(of.cause())),
        Cell.of(of.signs(), Unit.COUNT),
        Cell.of(flow),
        Cell.of(known.map(Recovery::beforeRatePerSecond), Unit.PER_SECOND),
        Cell.of(known.map(Recovery::lowestRatePerSecond), Unit.PER_SECOND),
        recovery != null && recovery.recoverySeconds() == null
            ? Cell.of("not while measured", Tone.BAD)
            : Cell.of(known.map(Recovery::recoverySeconds), Unit.SECONDS),
        Cell.of(known.map(any -> of.resolutionSeconds()), Unit.SECONDS),
        Cell.EMPTY,
        Cell.EMPTY,
        Cell.of(of.detail()));
  }

  private static String cause(String cause) {
    return switch (cause) {
      case "CONNECTION_LOST" -> "connection lost";
      case "SENDS_FAILED" -> "sends failed";
      case "NOTHING_ACKNOWLEDGED" -> "nothing was acknowledged";
      default -> cause.toLowerCase(Locale.ROOT).replace('_', ' ');
    };
  }

  private static List<Cell> block(BlockedTime block) {
    Cell none = Cell.EMPTY;
    return List.of(
        Cell.of(block.secondsFromStart(), Unit.SECONDS),
        Cell.of("blocked by the broker" + (block.ended() ? "" : ", to the end"), Tone.WARNING),
        none,
        none,
        none,
        none,
        none,
        none,
        Cell.of(block.lengthSeconds(), Unit.SECONDS),
        Cell.of(block.connections(), Unit.COUNT),
        Cell.of(block.reason()));
  }
}
