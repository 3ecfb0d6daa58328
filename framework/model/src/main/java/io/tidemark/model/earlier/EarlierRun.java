package io.tidemark.model.earlier;

import io.tidemark.model.grammar.WrittenRecord;
import java.util.List;
import java.util.Optional;

/**
 * An earlier run whose messages are still in the topics.
 *
 * @param runId its id, which identifies its messages
 * @param source how a workload file names it: the folder of its results, or its id
 * @param producers number of its producers, or at most the limit of its smallest envelope
 * @param acknowledged the messages to be received; empty where they are not known
 * @param limits limits of the audit because of that run, one sentence each
 */
public record EarlierRun(
    String runId,
    String source,
    int producers,
    Optional<AcknowledgedMessages> acknowledged,
    List<String> limits)
    implements WrittenRecord.Written {
  /** What the smallest stamped messages have room for. */
  public static final int MOST_PRODUCERS_UNTOLD = 4_096;

  public EarlierRun {
    limits = List.copyOf(limits);
    if (producers < 1) {
      throw new IllegalArgumentException("producers must be at least 1: " + producers);
    }
  }

  /** The run that a workload file names, which is not looked for yet. */
  static Optional<EarlierRun> parse(String source) {
    return Optional.of(new EarlierRun("", source, 1, Optional.empty(), List.of()));
  }

  @Override
  public Object written() {
    return source;
  }

  /** A run of which only the id is known. */
  public static EarlierRun ofId(String runId) {
    return new EarlierRun(
        runId,
        runId,
        MOST_PRODUCERS_UNTOLD,
        Optional.empty(),
        List.of(
            "Loss is not known: fromRun is the id of a run; use the folder of its"
                + " results, with "
                + AcknowledgedMessages.FILE
                + "."));
  }
}
