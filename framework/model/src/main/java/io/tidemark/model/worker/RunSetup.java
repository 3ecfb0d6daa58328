package io.tidemark.model.worker;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.base.Hash64;
import io.tidemark.model.grammar.Grammar;
import io.tidemark.model.load.ConnectionPer;
import io.tidemark.model.load.InFlightUntil;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.RequestReplySpec;
import io.tidemark.model.workload.ConsumerSpec;
import io.tidemark.model.workload.MessageOptions;
import java.time.Duration;
import java.util.Optional;

/**
 * Settings of a run for a worker, before the creation of clients: what a worker needs of a workload
 * are the workload's own records.
 *
 * @param runId unique over all runs
 * @param runEpoch marks the run's messages, see {@link #epochOf}; not 0. Of a run that sends
 *     nothing: that of the run whose messages it takes as its own
 * @param workerIndex this worker among those of the run, from 0
 * @param totalProducers producers of the run over all workers; its requesters, if there are some
 * @param driver what to load
 * @param payload what messages consist of
 * @param messages with the seed of this run
 * @param consumers of the workload
 * @param inFlightUntil what ends the flight of a producer's message
 * @param connectionPer after how many messages a connection is closed; empty: with the run
 * @param requestReply of a request/reply run
 * @param lease the load stops after this time without a call
 */
@RecordBuilder
public record RunSetup(
    String runId,
    int runEpoch,
    int workerIndex,
    int totalProducers,
    DriverSource driver,
    PayloadSpec payload,
    MessageOptions messages,
    ConsumerSpec consumers,
    InFlightUntil inFlightUntil,
    Optional<ConnectionPer> connectionPer,
    Optional<RequestReplySpec> requestReply,
    Duration lease)
    implements RunSetupBuilder.With {

  /**
   * A driver's class and file.
   *
   * @param driverClass class name as in the file, may be an alias
   * @param configurationYaml the file's text with all placeholders resolved; may hold secrets
   */
  public record DriverSource(String driverClass, String configurationYaml) {

    /** Prints the source without the configuration: it may hold secrets. */
    @Override
    public String toString() {
      return "DriverSource[driverClass=" + driverClass + "]";
    }
  }

  /** The only worker of a run with one producer and the defaults of workload files. */
  public static RunSetup of(String runId, int runEpoch, DriverSource driver, PayloadSpec payload) {
    return new RunSetup(
        runId,
        runEpoch,
        0,
        1,
        driver,
        payload,
        Grammar.defaults(MessageOptions.class),
        Grammar.defaults(ConsumerSpec.class),
        InFlightUntil.ACKNOWLEDGED,
        Optional.empty(),
        Optional.empty(),
        Duration.ofSeconds(20));
  }

  /** The mark of a run's messages: pseudo-random, derived from the run id. */
  public static int epochOf(String runId) {
    long hash = Hash64.fnv1a(runId);
    hash = (hash ^ hash >>> 32) * 0xD6E8FEB86659FD93L;
    return 1 + (int) Long.remainderUnsigned(hash ^ hash >>> 32, Integer.MAX_VALUE);
  }

  public RunSetup {
    if (runEpoch == 0) {
      throw new IllegalArgumentException("runEpoch must not be 0");
    }
    if (requestReply
        .filter(spec -> spec.replyTimeout().compareTo(Duration.ZERO) <= 0)
        .isPresent()) {
      throw new IllegalArgumentException(
          "replyTimeout must be above 0, got " + requestReply.get().replyTimeout());
    }
    if (workerIndex < 0) {
      throw new IllegalArgumentException("workerIndex must not be negative: " + workerIndex);
    }
  }
}
