package io.tidemark.model.workload;

import java.util.Set;

/** The names of the stretches that a run adds by itself; no phase of a file has one of them. */
public final class PhaseNames {
  /** Before the measured part. */
  public static final String WARM_UP = "warm-up";

  /** Producers alone, where they and the consumers take turns. */
  public static final String FILL = "fill";

  /** Between fill and drain. */
  public static final String SETTLE = "settle";

  /** Consumers alone: in turn with the producers, or at the end of every run. */
  public static final String DRAIN = "drain";

  /** Consumers are held while a backlog of the wanted size grows. */
  public static final String BACKLOG_BUILD = "backlog-build";

  /** Until the backlog is gone, with producers at work. */
  public static final String BACKLOG_DRAIN = "backlog-drain";

  /** The phase from the failure of a site until its standby is promoted. */
  public static final String FAILOVER = "failover";

  /** The wait for the broker's counts. */
  public static final String BROKER_COUNTS = "broker-counts";

  /** Trials of a search: {@code search-1}, ... */
  public static final String SEARCH = "search-";

  /** The warm-up before the first trial of a search: {@code search-warm-up-1}, ... */
  public static final String SEARCH_WARM_UP = SEARCH + WARM_UP + "-";

  /** All measured phases as one, in tables. */
  public static final String TOTAL = "total";

  private static final Set<String> OF_THE_RUN =
      Set.of(
          WARM_UP,
          FILL,
          SETTLE,
          DRAIN,
          BACKLOG_BUILD,
          BACKLOG_DRAIN,
          FAILOVER,
          BROKER_COUNTS,
          TOTAL);

  private PhaseNames() {}

  /** Whether no phase of a file may have this name. */
  public static boolean isOfTheRun(String phase) {
    return OF_THE_RUN.contains(phase) || isTrial(phase) || isBetweenTrials(phase);
  }

  /** Whether a phase lies between two trials of a search, or two parts of its warm-up. */
  public static boolean isBetweenTrials(String phase) {
    return phase.startsWith(SEARCH) && !isSearchLoad(phase);
  }

  /** Whether a phase is a trial of a search or a part of its warm-up. */
  public static boolean isSearchLoad(String phase) {
    return isTrial(phase) || phase.matches(SEARCH_WARM_UP + "\\d+");
  }

  /** Whether a phase is a trial of a search. */
  public static boolean isTrial(String phase) {
    return phase.matches(SEARCH + "\\d+");
  }
}
