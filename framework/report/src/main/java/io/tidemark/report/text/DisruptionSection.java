package io.tidemark.report.text;

import io.tidemark.model.result.BlockedTime;
import io.tidemark.model.result.Disruption;
import io.tidemark.model.result.Disruption.Recovery;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Outages of the message flow that no fault explains, and their recovery times. */
final class DisruptionSection {
  private static final int SHOWN = 10;
  private static final String INDENT = " ".repeat(11);

  private DisruptionSection() {}

  static List<String> lines(RunResult run, TerminalStyle style) {
    Map<Double, List<String>> byTime = new TreeMap<>();
    for (BlockedTime each : run.blocks().stream().limit(SHOWN).toList()) {
      block(at(byTime, each.secondsFromStart()), each, style);
    }
    for (Disruption each : run.unexplainedDisruptions().stream().limit(SHOWN).toList()) {
      disruption(at(byTime, each.secondsFromStart()), each, style);
    }
    List<String> lines = new ArrayList<>();
    byTime.values().forEach(lines::addAll);
    more(lines, run.unexplainedDisruptions().size(), "disruptions");
    more(lines, run.blocks().size(), "times blocked");
    return lines;
  }

  private static List<String> at(Map<Double, List<String>> byTime, double seconds) {
    return byTime.computeIfAbsent(seconds, key -> new ArrayList<>());
  }

  private static void more(List<String> lines, int number, String what) {
    if (number > SHOWN) {
      lines.add("and " + (number - SHOWN) + " more " + what + ": see result.json");
    }
  }

  private static void disruption(List<String> lines, Disruption disruption, TerminalStyle style) {
    String signs = disruption.signs() > 1 ? " (first of " + disruption.signs() + " signs)" : "";
    String detail = disruption.detail().isEmpty() ? "" : ": " + disruption.detail();
    add(
        lines,
        "at %s".formatted(seconds(disruption.secondsFromStart())),
        cause(disruption.cause()) + signs + detail);
    recovery(lines, "publish", disruption.publish(), disruption, style);
    recovery(lines, "deliver", disruption.deliver(), disruption, style);
  }

  private static String cause(String cause) {
    return switch (cause) {
      case "CONNECTION_LOST" -> "connection lost";
      case "SENDS_FAILED" -> "sends failed";
      case "NOTHING_ACKNOWLEDGED" -> "nothing was acknowledged";
      default -> cause.toLowerCase(Locale.ROOT).replace('_', ' ');
    };
  }

  private static void recovery(
      List<String> lines,
      String name,
      @Nullable Recovery recovery,
      Disruption of,
      TerminalStyle style) {
    if (recovery == null) {
      return;
    }
    String before = Text.perSecond(recovery.beforeRatePerSecond()) + "/s";
    String lowest = "lowest " + Text.perSecond(recovery.lowestRatePerSecond()) + "/s";
    if (recovery.recoverySeconds() == null) {
      add(
          lines,
          "  " + name,
          style.bad("not recovered to 90 % of " + before + " while measured") + "; " + lowest);
      return;
    }
    String resolution = seconds(of.resolutionSeconds());
    String after =
        recovery.recoverySeconds() == 0
            ? "within " + resolution
            : "after " + seconds(recovery.recoverySeconds()) + " (to " + resolution + ")";
    add(lines, "  " + name, "recovered to 90 % of " + before + " " + after + "; " + lowest);
  }

  private static void block(List<String> lines, BlockedTime block, TerminalStyle style) {
    String length = style.warning("blocked by the broker for " + seconds(block.lengthSeconds()));
    String connections = Text.plural(block.connections(), "connection");
    add(
        lines,
        "at " + seconds(block.secondsFromStart()),
        length
            + (block.ended() ? "" : ", to the end")
            + ": "
            + connections
            + ", "
            + block.reason());
  }

  private static String seconds(double seconds) {
    return String.format(Locale.ROOT, "%.1f s", seconds);
  }

  private static void add(List<String> lines, String name, String value) {
    String text = String.format("%-11s%s", name, value);
    lines.addAll(Wrapped.lines(text, Wrapped.WIDTH - 2, INDENT));
  }
}
