package io.tidemark.model.conflict;

import static io.tidemark.model.conflict.ConflictRows.error;
import static io.tidemark.model.conflict.ConflictRows.oneOf;

import io.tidemark.model.fault.FaultKind;
import io.tidemark.model.fault.FaultTarget;
import io.tidemark.model.grammar.KeyConflict;
import java.util.ArrayList;
import java.util.List;

/** What cannot be combined: faults. */
final class FaultConflicts {
  private FaultConflicts() {}

  static List<KeyConflict<KeyCombination>> rows() {
    List<KeyConflict<KeyCombination>> all = new ArrayList<>();
    all.add(oneOf("faults[].", "when", "at"));
    all.add(oneOf("faults[].", "when", "phase"));
    all.add(onlyWith(FaultKind.COMMAND, "undo"));
    all.add(onlyWith(FaultKind.COMMAND, "timeout"));
    all.add(onlyWith(FaultKind.LATENCY, "delay"));
    all.add(onlyWith(FaultKind.LATENCY, "jitter"));
    all.add(
        error(
            "faults[].leaderOf",
            "another target than `leader`",
            fault -> fault.has("leaderOf") && hasOtherTarget(fault, FaultTarget.Choice.LEADER),
            "needs leader as the target of the action"));
    all.add(
        error(
            "faults[].worker",
            "another target than `worker`",
            fault -> fault.has("worker") && hasOtherTarget(fault, FaultTarget.Choice.WORKER),
            "needs kill: worker or freeze: worker"));
    all.add(
        error(
            "faults[].duration",
            "`command` without `undo`",
            fault ->
                fault.hasBoth("duration", "command")
                    && fault.hasAction(FaultKind.COMMAND)
                    && !fault.has("undo"),
            "needs undo: a command without it is not undone"));
    all.add(
        error(
            "faults[].duration",
            "`kill: worker`",
            fault ->
                fault.has("duration")
                    && fault.hasAction(FaultKind.KILL)
                    && fault.target().filter(FaultTarget::isWorker).isPresent(),
            "cannot be combined with kill: worker, which is not undone"));
    all.add(
        error(
            "faults[].duration",
            "an action that ends by itself",
            fault ->
                fault.has("duration") && fault.action().filter(k -> !k.isLasting()).isPresent(),
            "cannot be combined with {action}, which ends by itself"));
    return all;
  }

  private static KeyConflict<KeyCombination> onlyWith(FaultKind kind, String key) {
    return error(
        "faults[]." + key,
        "another action than `" + kind.key() + "`",
        fault -> fault.has(key) && fault.hasOtherAction(kind),
        "needs " + kind.key() + "; got {action}");
  }

  private static boolean hasOtherTarget(KeyCombination fault, FaultTarget.Choice wanted) {
    return fault.hasAction(FaultKind.COMMAND)
        || fault.target().filter(target -> target.choice() != wanted).isPresent();
  }
}
