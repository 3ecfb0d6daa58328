package io.tidemark.model.worker;

import io.tidemark.base.Hash64;
import io.tidemark.model.load.CloudEventsSpec;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.load.HeaderSpec;
import io.tidemark.model.load.InFlightUntil;
import io.tidemark.model.load.KeyDistribution;
import io.tidemark.model.load.PayloadSpec;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Settings of a run for a worker, before the creation of clients.
 *
 * @param runId unique over all runs
 * @param runEpoch marks the run's messages, see {@link #epochOf}; not 0. Of a run that sends
 *     nothing: that of the run whose messages it takes as its own
 * @param workerIndex this worker among those of the run, from 0
 * @param driver what to load
 * @param payload what messages consist of
 * @param keys how messages get their keys
 * @param keyZipfExponent of keys by Zipf's law
 * @param headers of every message
 * @param cloudEvents attributes of every message, if they are CloudEvents
 * @param envelope how messages are stamped
 * @param delivery how much the audit keeps
 * @param seed of everything that is random
 * @param lease the load stops after this time without a call
 * @param totalProducers producers of the run over all workers; its requesters, if there are some
 * @param requestReply of a request/reply run
 * @param inFlightUntil what ends the flight of a producer's message
 * @param traceEvery one of how many messages of a producer is traced; 0 for none
 * @param auditOffsets whether positions of messages and committed offsets are sampled
 */
public record RunSetup(
    String runId,
    int runEpoch,
    int workerIndex,
    DriverSource driver,
    PayloadSpec payload,
    KeyDistribution keys,
    double keyZipfExponent,
    List<HeaderSpec> headers,
    Optional<CloudEventsSpec> cloudEvents,
    EnvelopeSpec envelope,
    DeliveryMode delivery,
    long seed,
    Duration lease,
    int totalProducers,
    Optional<RequestReplySetup> requestReply,
    InFlightUntil inFlightUntil,
    long traceEvery,
    boolean auditOffsets) {

  /**
   * A driver's class and file.
   *
   * @param driverClass class name as in the file, may be an alias
   * @param configurationYaml the file's text with all placeholders resolved; may hold secrets
   */
  public record DriverSource(String driverClass, String configurationYaml) {

    /** Without the configuration: it may hold secrets. */
    @Override
    public String toString() {
      return "DriverSource[driverClass=" + driverClass + "]";
    }
  }

  /** With these headers instead of headers and CloudEvents, and with other stamps. */
  public RunSetup with(List<HeaderSpec> allHeaders, EnvelopeSpec stamps) {
    return new RunSetup(
        runId,
        runEpoch,
        workerIndex,
        driver,
        payload,
        keys,
        keyZipfExponent,
        allHeaders,
        Optional.empty(),
        stamps,
        delivery,
        seed,
        lease,
        totalProducers,
        requestReply,
        inFlightUntil,
        traceEvery,
        auditOffsets);
  }

  /** The mark of a run's messages: pseudo-random, derived from the run id. */
  public static int epochOf(String runId) {
    long hash = Hash64.fnv1a(runId);
    hash = (hash ^ hash >>> 32) * 0xD6E8FEB86659FD93L;
    return 1 + (int) Long.remainderUnsigned(hash ^ hash >>> 32, Integer.MAX_VALUE);
  }

  public RunSetup {
    headers = List.copyOf(headers);
    if (runEpoch == 0) {
      throw new IllegalArgumentException("runEpoch must not be 0");
    }
    if (workerIndex < 0) {
      throw new IllegalArgumentException("workerIndex must not be negative: " + workerIndex);
    }
  }
}
