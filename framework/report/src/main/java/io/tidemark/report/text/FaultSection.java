package io.tidemark.report.text;

import io.tidemark.model.result.FaultReport;
import io.tidemark.model.result.FaultReport.Effect;
import io.tidemark.model.result.FaultReport.Flow;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Injected faults and their effects. */
public final class FaultSection {
  private static final int SHOWN = 20;
  private static final String INDENT = " ".repeat(11);

  private FaultSection() {}

  static List<String> lines(RunResult run, TerminalStyle style) {
    List<String> lines = new ArrayList<>();
    run.faults().stream().limit(SHOWN).forEach(fault -> fault(lines, run, fault, style));
    if (run.faults().size() > SHOWN) {
      lines.add("and " + (run.faults().size() - SHOWN) + " more faults: see result.json");
    }
    if (!run.faults().isEmpty()) {
      lines.addAll(DamageMarks.of(run).recoveryNotes());
    }
    return lines;
  }

  private static void fault(
      List<String> lines, RunResult run, FaultReport fault, TerminalStyle style) {
    String head = fault.name() + ": " + what(fault) + when(run, fault);
    lines.addAll(Wrapped.lines(style.bold(head), Wrapped.WIDTH - 2, "  "));
    if (!fault.problem().isEmpty()) {
      add(lines, "problem", style.bad(fault.problem()));
    }
    fault.effect().ifPresent(effect -> effect(lines, effect, style));
  }

  private static void effect(List<String> lines, Effect effect, TerminalStyle style) {
    if (!effect.overlaps().isEmpty()) {
      add(lines, "overlaps", style.bad(overlaps(effect)));
    }
    if (effect.outlastsLoad()) {
      add(lines, "lasted", "until the load ended, or longer: judged by what came before");
    }
    effect.publish().ifPresent(flow -> flow(lines, "publish", flow, style));
    effect.deliver().ifPresent(flow -> flow(lines, "deliver", flow, style));
    add(lines, "errors", errors(effect));
    add(lines, "backlog", backlog(effect, style));
  }

  /** What several faults have done together. */
  public static String overlaps(Effect effect) {
    return "with %s: which has caused what is not known"
        .formatted(String.join(", ", effect.overlaps()));
  }

  /** The action with the nodes or workers. */
  public static String what(FaultReport fault) {
    if (!fault.workers().isEmpty()) {
      return "%s (%s)".formatted(fault.action(), String.join(", ", fault.workers()));
    }
    String nodes = fault.nodes().toString().replaceAll("[\\[\\]]", "");
    return fault.nodes().isEmpty()
        ? fault.action()
        : "%s (%s %s)"
            .formatted(fault.action(), fault.nodes().size() == 1 ? "node" : "nodes", nodes);
  }

  /** Injected and undone at, from the start of the load. */
  public static String when(RunResult run, FaultReport fault) {
    if (fault.injectedMicros() == 0) {
      return "";
    }
    String text = " at " + at(run, fault.injectedMicros());
    @Nullable Long undone = fault.undoneMicros().orElse(null);
    @Nullable Long inEffect = fault.inEffectMicros().orElse(null);
    @Nullable Long undoBegun = fault.undoBegunMicros().orElse(null);
    if (inEffect != null) {
      double took = (inEffect - fault.injectedMicros()) / 1e6;
      text += took < 1 ? "" : ", which took " + Text.duration(took);
    }
    return undone == null || undoBegun == null
        ? text
        : text + ", undone from " + at(run, undoBegun) + " to " + at(run, undone);
  }

  private static String at(RunResult run, long epochMicros) {
    long start = run.phases().isEmpty() ? epochMicros : run.phases().get(0).startEpochMicros();
    return seconds((epochMicros - start) / 1e6);
  }

  private static void flow(List<String> lines, String name, Flow flow, TerminalStyle style) {
    String before = Text.perSecond(flow.beforePerSecond()) + "/s";
    List<String> parts = new ArrayList<>();
    @Nullable Double recovered = flow.recoverySeconds().orElse(null);
    @Nullable Double dip = flow.dipSeconds().orElse(null);
    if (dip == null) {
      parts.add("no dip below " + before);
    } else if (recovered == null) {
      parts.add(style.bad("not back to 99 % of " + before) + ", dip from " + seconds(dip));
    } else {
      parts.add(
          "back to 99 %% of %s after %s, dip from %s"
              .formatted(before, seconds(recovered), seconds(dip)));
    }
    if (flow.missing() > 0) {
      parts.add(
          "lowest %s/s, %s missing"
              .formatted(
                  Text.perSecond(flow.lowestPerSecond()), Text.plural(flow.missing(), "message")));
    }
    @Nullable Double first = flow.firstAfterSeconds().orElse(null);
    if (flow.silenceSeconds() > 0) {
      parts.add(
          "none for %s%s"
              .formatted(
                  seconds(flow.silenceSeconds()),
                  first == null ? ", to the end" : ", first again after " + seconds(first)));
    }
    @Nullable Double latency = flow.p99RecoverySeconds().orElse(null);
    if (latency == null) {
      parts.add("p99 not back");
    } else if (latency > 0) {
      parts.add("p99 back after " + seconds(latency));
    }
    @Nullable Double after = flow.afterPercent().orElse(null);
    if (after != null) {
      parts.add("afterwards " + Text.percent(after));
    }
    add(lines, name, String.join("; ", parts));
  }

  /** Errors, lost and duplicated messages, leaders. */
  public static String errors(Effect effect) {
    @Nullable Double first = effect.firstErrorSeconds().orElse(null);
    boolean overlaps = !effect.overlaps().isEmpty();
    List<String> parts = new ArrayList<>();
    if (!overlaps) {
      parts.add(first == null ? "none" : "first failure after " + seconds(first));
    }
    parts.add(
        (overlaps
                ? "%s failed in the %s after it took effect"
                : "%s failed in the %s of its effect")
            .formatted(Text.plural(effect.failed(), "send"), seconds(effect.windowSeconds())));
    effect.lost().ifPresent(lost -> parts.add(Text.count(lost) + " lost"));
    effect.duplicated().ifPresent(twice -> parts.add(Text.count(twice) + " duplicated"));
    effect
        .leaderChanges()
        .ifPresent(leaders -> parts.add(Text.plural(leaders, "leader") + " changed"));
    return String.join("; ", parts);
  }

  private static String backlog(Effect effect, TerminalStyle style) {
    @Nullable Double gone = effect.waitingGoneSeconds().orElse(null);
    String peak =
        "at most %s overdue or not yet received"
            .formatted(Text.plural(effect.peakWaiting(), "message"));
    if (!effect.overlaps().isEmpty()) {
      return peak;
    }
    if (gone == null) {
      return peak + ", " + style.bad("more than before until the end");
    }
    return gone == 0 ? peak + ", no more than before" : peak + ", as before after " + seconds(gone);
  }

  private static String seconds(double seconds) {
    return String.format(Locale.ROOT, seconds < 1 ? "%.2f s" : "%.1f s", seconds);
  }

  private static void add(List<String> lines, String name, String value) {
    String text = "  %-9s%s".formatted(name, value);
    lines.addAll(Wrapped.lines(text, Wrapped.WIDTH - 2, INDENT));
  }
}
