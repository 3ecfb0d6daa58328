package io.tidemark.verdict;

import static io.tidemark.model.result.Verdict.Severity.ABORTS;
import static io.tidemark.model.result.Verdict.Severity.FAILS;
import static io.tidemark.model.result.Verdict.Severity.INVALIDATES;
import static io.tidemark.model.result.Verdict.Severity.REMARK;
import static io.tidemark.model.result.Verdict.Severity.WARNS;

import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.workload.VerdictThresholds.Threshold;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Findings of the rules: meaning, damaged figures, thresholds and severities. Tests compare the
 * tables of docs/reference/verdict.md with it.
 */
enum FindingCode {
  INTERRUPTED(
      "interrupted",
      "The run was stopped by the user or a signal before its planned end.",
      Damage.ALL,
      ABORTS),
  WORKER_LOST(
      "worker-lost",
      "A worker stopped answering.",
      Damage.ALL,
      List.of(Threshold.LOST_WORKERS),
      REMARK,
      INVALIDATES,
      ABORTS),
  WORKER_STOPPED(
      "worker-stopped",
      "A worker left: a signal stopped it, or a driver in it called System.exit.",
      Damage.ALL,
      List.of(Threshold.LOST_WORKERS),
      REMARK,
      INVALIDATES,
      ABORTS),
  PROCESS_EXIT("process-exit", "Code in the process called System.exit.", Damage.ALL, ABORTS),
  BROKE_OFF(
      "broke-off",
      "After the load had begun a call to a worker failed, no broker answered, or an internal error occurred.",
      Damage.ALL,
      ABORTS),
  SCHEDULE_MISSED(
      "schedule-missed",
      "Open loop: too few messages were sent, or too late, because of the load generator.",
      Damage.FLOW,
      List.of(Threshold.ACHIEVED_RATE, Threshold.SCHEDULE_DELAY_P99),
      INVALIDATES),
  GENERATOR_LATE(
      "generator-late",
      "A worker's ticker was late: the whole process stood still.",
      Damage.FLOW,
      List.of(Threshold.TICKER_LAG),
      INVALIDATES),
  CPU_STARVED(
      "cpu-starved",
      "A worker had too little CPU to be on time.",
      Damage.FLOW,
      REMARK,
      INVALIDATES),
  GC_PAUSE(
      "gc-pause",
      "A worker's collector stopped its threads for too long, once or in sum.",
      Damage.FLOW,
      List.of(Threshold.GC_PAUSE_SHARE, Threshold.GC_PAUSE_MAX),
      REMARK,
      INVALIDATES),
  CPU_STEAL(
      "cpu-steal",
      "The hypervisor took CPU from a worker.",
      Damage.FLOW,
      List.of(Threshold.CPU_STEAL),
      INVALIDATES),
  THROTTLED(
      "throttled",
      "The container's CPU limit throttled a worker.",
      Damage.FLOW,
      List.of(Threshold.CPU_THROTTLED),
      INVALIDATES),
  LEASE_EXPIRED(
      "lease-expired",
      "A worker received no heartbeat for 20 s and stopped its load.",
      Damage.ALL,
      INVALIDATES),
  ENGINE_ERROR(
      "engine-error",
      "An error of the load generator itself: its counts are incomplete.",
      Damage.ALL,
      INVALIDATES),
  CLOCK_UNCERTAIN(
      "clock-uncertain",
      "The clocks of two workers are not known well enough for the end-to-end latencies.",
      Damage.FLOW,
      List.of(Threshold.CLOCK_ERROR_SHARE, Threshold.NEGATIVE_SHARE),
      INVALIDATES),
  HISTOGRAM_OVERFLOW(
      "histogram-overflow",
      "Latencies above 12 h, the range of the histograms.",
      Damage.LATENCIES,
      List.of(Threshold.OVERFLOW_COUNT),
      REMARK,
      INVALIDATES),
  FOREIGN_MESSAGES(
      "foreign-messages",
      "Messages that this run did not send.",
      Damage.ALL,
      List.of(Threshold.FOREIGN_COUNT),
      REMARK,
      INVALIDATES),
  BROKER_COUNTS_DIFFER(
      "broker-counts-differ",
      "The broker's count of published or delivered messages differs from that of the run.",
      EnumSet.of(FigureGroup.RATES, FigureGroup.DELIVERY, FigureGroup.TELEMETRY),
      List.of(Threshold.BROKER_COUNT_SHARE),
      INVALIDATES),
  CORRUPTED_MESSAGES(
      "corrupted-messages",
      "A message arrived with a damaged stamp or body.",
      EnumSet.of(
          FigureGroup.END_TO_END_LATENCY, FigureGroup.ROUND_TRIP_LATENCY, FigureGroup.DELIVERY),
      INVALIDATES),
  REPLIES_NEVER_ASKED(
      "replies-never-asked",
      "Request/reply: a requester received replies to requests that it had not sent.",
      EnumSet.of(FigureGroup.RATES, FigureGroup.ROUND_TRIP_LATENCY, FigureGroup.DELIVERY),
      INVALIDATES),
  RESULT_INCOMPLETE(
      "result-incomplete",
      "Samples or telemetry could not be written during the run.",
      Damage.ALL,
      INVALIDATES),
  NO_SAMPLES(
      "no-samples",
      "Nothing was measured in the measured phases, or no sample was taken in time.",
      Damage.ALL,
      INVALIDATES),
  BACKLOG_NOT_BUILT(
      "backlog-not-built",
      "The backlog of consumerBacklogSizeGB was not reached in time.",
      Damage.FLOW,
      INVALIDATES),
  FAULT_FAILED(
      "fault-failed",
      "A fault of the workload was not injected, or not undone.",
      Damage.ALL,
      INVALIDATES),
  RATE_NOT_MET(
      "rate-not-met",
      "Open loop: the system under test did not keep up with the intended rate.",
      List.of(Threshold.ACHIEVED_RATE, Threshold.CONSUMED_RATE),
      FAILS),
  SEARCH_NOT_CONVERGED(
      "search-not-converged",
      "The search for the highest sustainable rate ended without close, confirmed bounds.",
      FAILS),
  CLIENTS_NOT_OPENED(
      "clients-not-opened",
      "Clients that join or are opened again during the load could not be opened.",
      FAILS),
  SEND_ERRORS(
      "send-errors",
      "Sends failed or were never answered.",
      List.of(Threshold.FAILED_SHARE),
      REMARK,
      FAILS),
  MESSAGES_LOST("messages-lost", "Acknowledged messages were not received.", REMARK, WARNS),
  MESSAGES_DUPLICATED(
      "messages-duplicated", "Messages were received more than once.", REMARK, WARNS),
  MESSAGES_OUT_OF_ORDER(
      "messages-out-of-order",
      "Messages of one producer and partition were received out of order.",
      REMARK,
      WARNS),
  ABORTED_READ(
      "aborted-read",
      "Consumers received messages of transactions whose abort the broker had confirmed.",
      WARNS),
  OFFSET_NOT_UNIQUE("offset-not-unique", "Two messages had the same offset of a partition.", WARNS),
  OFFSET_MISMATCH(
      "offset-mismatch",
      "Messages were received at other offsets than those of their acknowledgements.",
      WARNS),
  COMMIT_BACK("commit-back", "A committed offset went back, and the log was not truncated.", WARNS),
  COMMIT_AHEAD(
      "commit-ahead",
      "An offset was committed although messages below it had not been received.",
      WARNS),
  KEY_ORDER("key-order", "Messages of one producer and key were received out of order.", WARNS),
  MESSAGES_LEFT(
      "messages-left",
      "Messages were left at the broker after all subscriptions had received all.",
      WARNS),
  DELIVERIES_UNACKNOWLEDGED(
      "deliveries-unacknowledged",
      "Consumers acknowledged fewer messages than they received, by the broker's count.",
      WARNS),
  TELEMETRY_CONTRADICTS(
      "telemetry-contradicts",
      "Readings of the broker contradict the counts of the run.",
      EnumSet.of(FigureGroup.TELEMETRY),
      REMARK),
  EARLIER_TOPICS(
      "earlier-topics",
      "Topics of other runs are at the broker: they were killed, or are under way.",
      REMARK),
  FAULTS_OVERLAP(
      "faults-overlap",
      "A fault took effect while another one had an effect: the figures of each are not known.",
      REMARK),
  FAULT_OUTLASTS_LOAD(
      "fault-outlasts-load",
      "A fault was in effect when the load ended: it is judged by what came before.",
      REMARK),
  SCHEDULE_HELD_BACK(
      "schedule-held-back",
      "The broker or the driver's send calls delayed the load for a while; the rate was met.",
      List.of(Threshold.SCHEDULE_DELAY_P99),
      REMARK),
  PUBLISH_LATENCY_UNCERTAIN(
      "publish-latency-uncertain",
      "The time of 1 % or more of the acknowledgements is not exact.",
      REMARK),
  CONFIRMATION_UNKNOWN(
      "confirmation-unknown",
      "Neither driver nor driver file says when the broker has a message.",
      REMARK),
  OTHER_PROCESSES(
      "other-processes",
      "Processes that do not belong to the run used 10 % or more of a worker's cores.",
      REMARK),
  WARM_UP_NOT_STEADY(
      "warm-up-not-steady",
      "`warmupDuration: auto`: rates or latencies still changed when the longest warm-up was over.",
      REMARK),
  DRIFT(
      "drift",
      "Rates, latencies, or memory and disk of the broker went on changing under a constant load.",
      REMARK),
  CPU_SATURATED("cpu-saturated", "A worker used more than 90 % of its cores.", REMARK),
  BROKER_COUNTS(
      "broker-counts",
      "The broker's own counts are equal to those of the run, within the limit.",
      List.of(Threshold.BROKER_COUNT_SHARE),
      REMARK),
  BROKER_COUNTS_NOT_COMPARED(
      "broker-counts-not-compared",
      "The broker's own counts, or a part of them, cannot be compared.",
      REMARK),
  UNACKNOWLEDGED(
      "unacknowledged", "Sends were neither acknowledged nor failed at the end.", REMARK),
  REPLY_TIMEOUTS(
      "reply-timeouts", "Request/reply: requests had no reply within the timeout.", REMARK),
  REPLIES_LATE(
      "replies-late", "Request/reply: replies arrived after the timeout of their request.", REMARK),
  REPLIES_DUPLICATED(
      "replies-duplicated",
      "Request/reply: replies arrived for requests that had been answered.",
      REMARK),
  REPLY_ERRORS("reply-errors", "Request/reply: replies could not be sent.", REMARK),
  UNANSWERED(
      "unanswered", "Request/reply: requests were still waiting when the run ended.", REMARK),
  CONSUMER_ERRORS("consumer-errors", "Consumers reported errors.", REMARK),
  DRAIN_INCOMPLETE(
      "drain-incomplete",
      "Messages were still missing when the run stopped waiting for them.",
      REMARK),
  BACKLOG("backlog", "Times to build and to drain the backlog.", REMARK),
  BACKLOG_NOT_DRAINED("backlog-not-drained", "The backlog was not drained in time.", REMARK),
  FAILOVER("failover", "Confirmed messages that a failover lost, and the time it took.", REMARK),
  FILL_THEN_DRAIN(
      "fill-then-drain", "Rate, time and peak backlog of the fill and of the drain.", REMARK),
  NEGATIVE_LATENCIES(
      "negative-latencies",
      "Some end-to-end latencies were negative, within the limit.",
      List.of(Threshold.NEGATIVE_SHARE),
      REMARK),
  DEBT_AT_END("debt-at-end", "Messages were due and not sent when the load stopped.", REMARK),
  CLOCKS_DIFFER(
      "clocks-differ", "Two processes should share a clock, but their clocks differ.", REMARK),
  CO_LOCATED("co-located", "Load generator and broker shared one machine.", REMARK),
  STUCK_THREADS(
      "stuck-threads",
      "Load threads did not return from a send when the load was stopped.",
      REMARK),
  EVENTS_CUT("events-cut", "More events occurred than the result contains.", REMARK),
  TELEMETRY_CUT("telemetry-cut", "More telemetry arrived than the result contains.", REMARK),
  NOT_EXPORTED(
      "not-exported", "`telemetry.otlp`: something of the run could not be exported.", REMARK),
  PROFILED(
      "profiled", "Profiles of processes were recorded; the figures contain the cost.", REMARK),
  PROFILE_INCOMPLETE("profile-incomplete", "A process could not be profiled as asked.", REMARK),
  CLEAN_UP("clean-up", "Something could not be closed or removed.", REMARK);

  private final String key;
  private final String meaning;
  private final Set<FigureGroup> damages;
  private final List<Threshold> thresholds;
  private final List<Severity> severities;

  FindingCode(String key, String meaning, Severity... severities) {
    this(key, meaning, Set.of(), List.of(), severities);
  }

  FindingCode(String key, String meaning, Set<FigureGroup> damages, Severity... severities) {
    this(key, meaning, damages, List.of(), severities);
  }

  FindingCode(String key, String meaning, List<Threshold> thresholds, Severity... severities) {
    this(key, meaning, Set.of(), thresholds, severities);
  }

  FindingCode(
      String key,
      String meaning,
      Set<FigureGroup> damages,
      List<Threshold> thresholds,
      Severity... severities) {
    this.key = key;
    this.meaning = meaning;
    this.damages = damages;
    this.thresholds = thresholds;
    this.severities = List.of(severities);
  }

  /** The code in results: stable, for programs. */
  String key() {
    return key;
  }

  /** One sentence. */
  String meaning() {
    return meaning;
  }

  /** Figures that the cause can have changed; the rule may know that some are not. */
  Set<FigureGroup> damages() {
    return damages;
  }

  /** Thresholds of the finding. */
  List<Threshold> thresholds() {
    return thresholds;
  }

  /** Severities of this finding, in ascending order. */
  List<Severity> severities() {
    return severities;
  }
}
