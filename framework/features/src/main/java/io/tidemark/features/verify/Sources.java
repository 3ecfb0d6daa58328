package io.tidemark.features.verify;

import io.tidemark.model.result.DeliveryReport.SubscriptionDelivery;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.VerdictInputs.Ending;
import io.tidemark.model.workload.LoadSchedule;
import io.tidemark.model.workload.SearchSpec.Quantity;
import io.tidemark.model.workload.Workload;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Fields of a {@code result.json} that have no other source in their run directory, with the
 * reason. All others are computed.
 */
final class Sources {
  private static final String GIVEN = "given to the command";
  private static final String OBSERVED = "observed while the run lasted, and stored nowhere else";
  private static final String BY_SEARCH = "decided by the search while the run lasted";
  private static final String BY_AUDIT = "found by the audit of messages, which are not stored";
  private static final String WITHOUT_PRODUCERS = "delivery.csv has no producers of it";

  private final Map<Pattern, String> reasons = new LinkedHashMap<>();

  private Sources() {}

  /**
   * The reasons of a run.
   *
   * @param computed as far as it could be
   */
  static Sources of(RunResult computed, Workload workload) {
    Sources sources = new Sources();
    sources.all(GIVEN, "run\\.(workloadFile|iteration|iterations)");
    sources.all(
        OBSERVED,
        "events",
        "idleTime",
        "serialization",
        "workers\\[]\\.(version|bootId|lost|clock\\w*|producers|consumers)",
        "verdictInputs\\.(ending|reason|lostWorkers|clocks|maxInFlightPerProducer|neverSent)",
        "verdictInputs\\.phaseEnds\\[]\\.(conditionMet|backlogMessages)",
        "verdictInputs\\.(peakBacklogMessages|leaseExpired|drained|messagesMissing|coLocated)",
        "verdictInputs\\.(stuckThreads|brokerCounts|leftAtBroker|probes|dropped\\w*)",
        "verdictInputs\\.(damages|problems)",
        "failover",
        "faults\\[]\\.(name|action|nodes|workers|phase|injectedEpochMicros|inEffectEpochMicros)",
        "faults\\[]\\.(undoBegunEpochMicros|undoneEpochMicros|problem|effect\\.leaderChanges)",
        "requestReply\\.(way|mechanism|pairs)",
        "priorities\\[]\\.totals\\.byTime");
    sources.all(
        BY_SEARCH,
        "search\\.(over|passed|failed|lowerBoundPerSecond|upperBoundPerSecond|converged|reason)",
        "search\\.classes",
        "search\\.trials\\[]\\.(phase|value|ratePerSecond|seconds|fullLength|passed|reason)",
        "search\\.trials\\[]\\.(receivedRatePerSecond|backlogSlope\\w*)");
    sources.all(
        BY_AUDIT,
        "delivery\\.limits",
        "delivery\\.subscriptions\\[]\\.(firstLost|firstAbortedReads|offsets)",
        "requestReply\\.(unansweredRequests|lostRequests|lostReplies)",
        "outcomes\\.subscriptions\\[]\\.(acceptedAgain|deadLetters|deadLettersAgain|both|dropped)",
        "outcomes\\.subscriptions\\[]\\.(lostRefused|givenUpEarly|deliveredAgain|otherReason)",
        "outcomes\\.subscriptions\\[]\\.(reasons|deliveries|firstEarly|firstAgain|firstOther)");
    sources.ofRun(computed, workload);
    return sources;
  }

  private void ofRun(RunResult run, Workload workload) {
    if (!knowsUnacknowledged(run)) {
      all(OBSERVED, "delivery\\.unacknowledgedMessages");
    }
    if (workload.messages().messageSizeBytes() == 0 && run.classes().isEmpty()) {
      all("messages are in files beside the workload", "shape\\.messageSizeBytes");
    }
    List<SubscriptionDelivery> subscriptions = run.delivery().subscriptions();
    for (int i = 0; i < subscriptions.size(); i++) {
      if (run.classes().isEmpty() && subscriptions.get(i).producers().isEmpty()) {
        all(WITHOUT_PRODUCERS, "(delivery|outcomes)\\.subscriptions\\[" + i + "]");
      }
    }
    if (run.delivery().outOfOrder().isEmpty()) {
      all(BY_AUDIT, "priorities\\[]\\.outOfOrder");
    }
    if (!countsPriorities(run)) {
      all(OBSERVED, "priorities\\[]\\.totals\\.countsByIntention");
    }
    boolean ofClients = run.search().filter(each -> each.over() != Quantity.RATE).isPresent();
    for (int i = 0; i < run.phases().size(); i++) {
      PhaseResult phase = run.phases().get(i);
      String path = "phases\\[" + i + "]\\.";
      if (phase.byTime().receivingNanos() != phase.byTime().sendingNanos()) {
        all(OBSERVED, path + "byTime\\.receivingSeconds");
      }
      if (run.classes().isEmpty() && !isScheduled(workload, phase.name())) {
        all(OBSERVED, path + "(measured|intendedRatePerSecond)");
      }
      if (ofClients) {
        all(BY_SEARCH, path + "(requesters|producers|consumers|messageSizeBytes)");
      }
    }
  }

  private void all(String why, String... fields) {
    for (String each : fields) {
      reasons.put(Pattern.compile("(" + each.replace("\\[]", "\\[\\d+]") + ")(\\W.*)?"), why);
    }
  }

  /** Why a field is not computed; empty if it is. */
  Optional<String> whyNot(String field) {
    return reasons.entrySet().stream()
        .filter(each -> each.getKey().matcher(field).matches())
        .map(Map.Entry::getValue)
        .findFirst();
  }

  /** Whether the phase is a stretch of the workload's schedule. */
  static boolean isScheduled(Workload workload, String phase) {
    return workload.search().isEmpty()
        && LoadSchedule.of(workload).stretches().stream()
            .anyMatch(each -> each.name().equals(phase));
  }

  /** Whether all that was counted of messages was also counted of their priorities. */
  static boolean countsPriorities(RunResult run) {
    return run.verdictInputs().ending() == Ending.COMPLETED
        && run.verdictInputs().drained()
        && knowsUnacknowledged(run);
  }

  /** Whether no worker may have had sends that are counted nowhere. */
  static boolean knowsUnacknowledged(RunResult run) {
    return run.verdictInputs().lostWorkers().isEmpty();
  }
}
