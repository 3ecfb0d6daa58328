package io.tidemark.coordinator;

import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RequestReplyReport;
import io.tidemark.model.worker.Counters;
import io.tidemark.model.worker.RoundTripCounts;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.VerdictThresholds.Threshold;
import io.tidemark.model.workload.Workload;

/** What the fate of messages says of the run. */
final class MessageJudge {
  private final RunFacts facts;
  private final Workload workload;
  private final Findings findings;

  MessageJudge(RunFacts facts, Findings findings) {
    this.facts = facts;
    this.workload = facts.workload();
    this.findings = findings;
  }

  void judge() {
    Counters total = facts.total();
    if (total.overflowed() > Threshold.OVERFLOW_COUNT.in(workload)) {
      String text =
          Text.count(total.overflowed()) + " values were beyond the histograms' range of 12 h";
      if (workload.fromRun().isPresent()) {
        findings.remark("histogram-overflow", text + ": the messages are as old as that");
      } else {
        findings.invalidates("histogram-overflow", text);
      }
    }
    boolean own = workload.topicNames().isEmpty() && workload.pattern() != Pattern.CONSUME_ONLY;
    if (total.foreign() > 0) {
      String text =
          Text.count(total.foreign()) + " messages of somebody else were received and not measured";
      if (own && total.foreign() > Threshold.FOREIGN_COUNT.in(workload)) {
        findings.invalidates("foreign-messages", text + ", in topics that the run made itself");
      } else {
        findings.remark("foreign-messages", text);
      }
    }
    if (total.corrupted() > 0) {
      findings.invalidates(
          "corrupted-messages",
          Text.count(total.corrupted()) + " messages came with a stamp that does not check");
    }
    if (!mostlyFailed()) {
      counted("send-errors", total.failed(), "sends failed");
    }
    counted("consumer-errors", total.consumerErrors(), "errors were reported by consumers");
    counted("unacknowledged", facts.delivery().unacknowledged(), "sends were never acknowledged");
    facts.requestReply().ifPresent(this::roundTrips);
    facts
        .delivery()
        .lost()
        .ifPresent(n -> counted("messages-lost", n, "acknowledged messages were not received"));
    facts
        .delivery()
        .duplicated()
        .ifPresent(n -> counted("messages-duplicated", n, "deliveries were duplicates"));
    facts
        .delivery()
        .outOfOrder()
        .ifPresent(n -> counted("messages-out-of-order", n, "messages came out of order"));
  }

  /** Whether a phase's latencies are those of a few sends that the broker chose to take. */
  private boolean mostlyFailed() {
    double limit = Threshold.FAILED_SHARE.in(workload);
    boolean any = false;
    for (PhaseResult phase : facts.measuredPhases()) {
      long sent = phase.counters().sent();
      long failed = phase.counters().failed();
      double percent = sent == 0 ? 0 : 100.0 * failed / sent;
      if (percent > limit) {
        any = true;
        findings.invalidates(
            "send-errors",
            "phase %s: %s of %s sends failed (%s, limit %s); its latencies are those of the others"
                .formatted(
                    phase.name(),
                    Text.count(failed),
                    Text.count(sent),
                    Text.percent(percent),
                    Text.percent(limit)));
      }
    }
    return any;
  }

  private void roundTrips(RequestReplyReport report) {
    RoundTripCounts counts = report.counts();
    if (counts.neverAsked() > 0) {
      findings.invalidates(
          "replies-never-asked",
          Text.count(counts.neverAsked())
              + " replies echoed no request of the requester that got them");
    }
    counted("reply-timeouts", counts.timedOut(), "requests had no reply before their timeout");
    counted("replies-late", counts.late(), "replies came after the timeout of their request");
    counted("replies-duplicated", counts.duplicateReplies(), "replies came to answered requests");
    counted("reply-errors", counts.repliesFailed(), "replies could not be sent");
    counted("unanswered", report.unanswered(), "requests were still waiting when the run ended");
  }

  private void counted(String code, long number, String what) {
    if (number > 0) {
      findings.remark(code, Text.count(number) + " " + what);
    }
  }
}
