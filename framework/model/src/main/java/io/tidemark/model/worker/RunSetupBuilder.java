package io.tidemark.model.worker;

import io.tidemark.model.load.CloudEventsSpec;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.load.HeaderSpec;
import io.tidemark.model.load.InFlightUntil;
import io.tidemark.model.load.KeyDistribution;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.worker.RunSetup.DriverSource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Collects the parts of a {@link RunSetup}. Until they are given: the only worker of a run whose
 * stamped messages have no keys, are audited in full, and are in flight until acknowledged.
 */
public final class RunSetupBuilder {
  private final String runId;
  private final int runEpoch;
  private final DriverSource driver;
  private final PayloadSpec payload;
  private int workerIndex;
  private int totalProducers = 1;
  private KeyDistribution keys = KeyDistribution.NO_KEY;
  private double keyZipfExponent = 1;
  private List<HeaderSpec> headers = List.of();
  private Optional<CloudEventsSpec> cloudEvents = Optional.empty();
  private EnvelopeSpec envelope = EnvelopeSpec.DEFAULT;
  private DeliveryMode delivery = DeliveryMode.FULL;
  private long seed = 1;
  private Duration lease = Duration.ofSeconds(20);
  private Optional<RequestReplySetup> requestReply = Optional.empty();
  private InFlightUntil inFlightUntil = InFlightUntil.ACKNOWLEDGED;
  private long traceEvery;
  private boolean auditOffsets;

  /**
   * @param runEpoch see {@link RunSetup#epochOf}
   */
  public RunSetupBuilder(String runId, int runEpoch, DriverSource driver, PayloadSpec payload) {
    this.runId = runId;
    this.runEpoch = runEpoch;
    this.driver = driver;
    this.payload = payload;
  }

  /**
   * @param index among the workers of the run
   * @param producers over all workers
   */
  public RunSetupBuilder worker(int index, int producers) {
    workerIndex = index;
    totalProducers = producers;
    return this;
  }

  public RunSetupBuilder keys(KeyDistribution distribution) {
    keys = distribution;
    return this;
  }

  public RunSetupBuilder headers(List<HeaderSpec> ofMessages) {
    headers = ofMessages;
    return this;
  }

  public RunSetupBuilder cloudEvents(Optional<CloudEventsSpec> ofMessages) {
    cloudEvents = ofMessages;
    return this;
  }

  public RunSetupBuilder keyZipfExponent(double exponent) {
    keyZipfExponent = exponent;
    return this;
  }

  public RunSetupBuilder envelope(EnvelopeSpec stamps) {
    envelope = stamps;
    return this;
  }

  public RunSetupBuilder delivery(DeliveryMode audit) {
    delivery = audit;
    return this;
  }

  public RunSetupBuilder seed(long ofRandomness) {
    seed = ofRandomness;
    return this;
  }

  public RunSetupBuilder lease(Duration withoutCall) {
    lease = withoutCall;
    return this;
  }

  public RunSetupBuilder requestReply(Optional<RequestReplySetup> ofRun) {
    requestReply = ofRun;
    return this;
  }

  public RunSetupBuilder inFlightUntil(InFlightUntil end) {
    inFlightUntil = end;
    return this;
  }

  /**
   * @param every one of how many messages of a producer is traced; 0 for none
   */
  public RunSetupBuilder traceEvery(long every) {
    traceEvery = every;
    return this;
  }

  /** Whether positions of messages and committed offsets are sampled. */
  public RunSetupBuilder auditOffsets(boolean audit) {
    auditOffsets = audit;
    return this;
  }

  public RunSetup build() {
    return new RunSetup(
        runId,
        runEpoch,
        workerIndex,
        driver,
        payload,
        keys,
        keyZipfExponent,
        headers,
        cloudEvents,
        envelope,
        delivery,
        seed,
        lease,
        totalProducers,
        requestReply,
        inFlightUntil,
        traceEvery,
        auditOffsets);
  }
}
