package io.tidemark.brokers;

import io.tidemark.brokers.cluster.LocalCluster;
import io.tidemark.brokers.process.LocalNode;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A cluster for a human to read. */
public final class ClusterText {
  private static final String LEFT_BEHIND = "the next start of local brokers removes it";

  private ClusterText() {}

  public static String of(BrokerRegistry.Entry entry, LocalCluster cluster) {
    StringBuilder text = new StringBuilder();
    text.append(entry.name())
        .append(": ")
        .append(cluster.kind())
        .append(' ')
        .append(cluster.version());
    entry
        .ownerPid()
        .ifPresent(
            pid ->
                text.append(", of the run with process ")
                    .append(pid)
                    .append(entry.ownerEnded() ? ", which has ended: " + LEFT_BEHIND : ""));
    for (LocalNode node : cluster.nodes()) {
      text.append('\n').append(line(node));
    }
    Map<String, String> values = new TreeMap<>(cluster.placeholders());
    values.forEach((name, value) -> text.append("\n  ").append(name).append(" = ").append(value));
    return text.toString();
  }

  private static String line(LocalNode node) {
    String pid = node.pid().isPresent() ? "process " + node.pid().getAsLong() : "-";
    return String.format(
        Locale.ROOT,
        "  node %d  %-21s  %-6s  %-15s  %s",
        node.number(),
        node.address(),
        node.state(),
        pid,
        node.logFile());
  }
}
