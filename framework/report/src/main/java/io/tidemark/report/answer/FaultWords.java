package io.tidemark.report.answer;

import static java.util.stream.Collectors.joining;

import io.tidemark.model.fault.FaultKind;
import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.DeliveryReport.SubscriptionDelivery;
import io.tidemark.model.result.FaultReport;
import io.tidemark.model.result.Text;

/** Faults in words; tables and files have the keys of workload files. */
final class FaultWords {
  private FaultWords() {}

  /** {@code a random node is killed} for {@code kill random}. */
  static String clause(String action) {
    String target = action.contains(" ") ? action.substring(action.indexOf(' ') + 1) : "";
    String what = object(target);
    String is = target.equals("all") ? " are " : " is ";
    return FaultKind.ofAction(action)
        .map(
            kind ->
                switch (kind) {
                  case KILL, STOP, RESTART, FREEZE, PARTITION -> what + is + participle(kind);
                  case ROLLING_RESTART -> "nodes are restarted one after another";
                  case ROLLING_UPGRADE -> "nodes are upgraded one after another";
                  case LATENCY -> "the traffic of " + what + " is delayed";
                  case RESET_CONNECTIONS -> "the connections to " + what + " are reset";
                  case MEMORY_ALARM ->
                      what + (target.equals("all") ? " have" : " has") + " no memory left";
                  case COMMAND -> "a command is run";
                })
        .orElse(action);
  }

  private static String object(String target) {
    if (target.matches("\\d+")) {
      return "node " + target;
    }
    return switch (target) {
      case "random" -> "a random node";
      case "all" -> "all nodes";
      case "worker" -> "a worker";
      default -> target.startsWith("worker") ? target : "the " + target;
    };
  }

  private static String participle(FaultKind kind) {
    return switch (kind) {
      case KILL -> "killed";
      case STOP -> "stopped";
      case RESTART, ROLLING_RESTART -> "restarted";
      case ROLLING_UPGRADE -> "upgraded";
      case FREEZE -> "frozen";
      case PARTITION -> "cut off";
      case LATENCY -> "delayed";
      case RESET_CONNECTIONS -> "disconnected";
      case MEMORY_ALARM -> "out of memory";
      case COMMAND -> "changed by a command";
    };
  }

  /** {@code node 2 killed}: what it was done to, in a few words. */
  static String event(FaultReport fault) {
    String nodes = fault.nodes().stream().map(Object::toString).collect(joining(", "));
    String what =
        fault.nodes().isEmpty()
            ? String.join(", ", fault.workers())
            : (fault.nodes().size() == 1 ? "node " : "nodes ") + nodes;
    return FaultKind.ofAction(fault.action())
        .filter(kind -> kind != FaultKind.COMMAND && !what.isEmpty())
        .map(kind -> what + " " + participle(kind))
        .orElse(fault.action());
  }

  /** Messages that should have been received. */
  static long expected(DeliveryReport delivery) {
    return delivery.subscriptions().isEmpty()
        ? delivery.acknowledged()
        : delivery.subscriptions().stream().mapToLong(SubscriptionDelivery::expected).sum();
  }

  /** {@code 0 of 6,000 messages lost}. */
  static String lost(long lost, long expected) {
    return "%s of %s lost".formatted(Text.count(lost), Text.plural(expected, "message"));
  }
}
