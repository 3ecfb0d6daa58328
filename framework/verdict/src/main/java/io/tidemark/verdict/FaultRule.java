package io.tidemark.verdict;

import static io.tidemark.model.result.Verdict.Severity.INVALIDATES;

import io.tidemark.model.fault.FaultKind.FaultAction;
import io.tidemark.model.result.FaultReport;
import io.tidemark.verdict.Found.Reach;
import java.util.List;

/** Whether the faults of a workload were injected, and their figures are those of one fault. */
final class FaultRule {
  @Found.Type(
      as = INVALIDATES,
      value =
          "A fault of the workload was not injected, or not undone. No leader was known, a command"
              + " failed, a node did not serve again in time, or a condition never held.",
      next = "see the log that the message names",
      damages = Reach.ALL)
  @Found.Says("{fault} ({action}): {problem}")
  record FaultFailed(String fault, FaultAction action, String problem) implements Found {}

  @Found.Type(
      "A fault took effect while another one had an effect: the figures of each are not known."
          + " Objectives on them are missed.")
  @Found.Says(
      "{fault} ({action}) took effect or was not over while {others} had an effect: the "
          + "figures of each are not known")
  record FaultsOverlap(String fault, FaultAction action, List<String> others) implements Found {}

  @Found.Type("A fault was in effect when the load ended: it is judged by what came before.")
  @Found.Says(
      "{fault} ({action}) was in effect until the load ended, or longer: it is judged by what "
          + "came before")
  record FaultOutlastsLoad(String fault, FaultAction action) implements Found {}

  private FaultRule() {}

  /** A fault whose time did not come is no problem of an aborted run. */
  static void judge(RuleInput facts, Findings findings) {
    for (FaultReport fault : facts.run().faults()) {
      String name = fault.name();
      if (!fault.problem().isEmpty() && (facts.completed() || fault.injectedMicros() > 0)) {
        findings.invalidates(new FaultFailed(name, fault.action(), fault.problem()));
      }
      List<String> others = fault.effect().map(FaultReport.Effect::overlaps).orElse(List.of());
      if (!others.isEmpty()) {
        findings.remark(new FaultsOverlap(name, fault.action(), others));
      }
      if (fault.effect().filter(FaultReport.Effect::outlastsLoad).isPresent()) {
        findings.remark(new FaultOutlastsLoad(name, fault.action()));
      }
    }
  }
}
