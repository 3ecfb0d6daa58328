package io.tidemark.coordinator.run;

import io.tidemark.coordinator.failover.Failover.Steps;
import io.tidemark.coordinator.failover.ReplicationLag;
import io.tidemark.coordinator.run.LoadRun.Outcome;
import io.tidemark.coordinator.stage.RunContext;
import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.FailoverReport;
import io.tidemark.model.result.VerdictInputs.Ending;
import io.tidemark.model.snapshot.ArrivalSpan;
import io.tidemark.model.workload.PhaseNames;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a failover cost, from the run's samples, audit and telemetry. What is missing is known only
 * if the standby was read until the end.
 */
record FailoverFigures(RunContext run, Outcome outcome) {

  /** Empty unless the first site was made to fail. */
  Optional<FailoverReport> report(DeliveryReport delivery) {
    return run.failover().steps().map(steps -> report(steps, delivery));
  }

  private FailoverReport report(Steps steps, DeliveryReport delivery) {
    long failed = steps.failedEpochNanos();
    ArrivalSpan arrivals = arrivals();
    Optional<Long> missing = delivery.lost().filter(lost -> outcome.ending() == Ending.COMPLETED);
    return new FailoverReport(
        failed,
        steps.failure(),
        steps.promotedEpochNanos() - failed,
        delivery.acknowledged(),
        missing,
        missing.flatMap(lost -> oldestMissing(lost, failed)),
        since(failed, arrivals.firstEpochNanos(), arrivals),
        since(failed, arrivals.lastEpochNanos(), arrivals),
        run.failover().diskBytes(),
        ReplicationLag.of(
            run.log().telemetry().stream()
                .filter(reading -> reading.epochNanos() < steps.promotedEpochNanos())
                .toList(),
            run.timeline().samples(),
            run.counts().probes().acknowledged()));
  }

  private ArrivalSpan arrivals() {
    return outcome.stages().stream()
        .filter(ran -> ran.stage().name().equals(PhaseNames.DRAIN))
        .map(ran -> run.timeline().arrivals(ran.span().index()))
        .reduce(ArrivalSpan.NONE, ArrivalSpan::plus);
  }

  private static Optional<Long> since(long failed, long epochNanos, ArrivalSpan arrivals) {
    return arrivals.any() ? Optional.of(Math.max(0, epochNanos - failed)) : Optional.empty();
  }

  private Optional<Long> oldestMissing(long lost, long failed) {
    if (lost == 0) {
      return Optional.of(0L);
    }
    OptionalLong earliest =
        run.failover().acknowledgements().earliest(run.ledger().missingByProducer());
    return earliest.isPresent()
        ? Optional.of(Math.max(0, failed - earliest.getAsLong()))
        : Optional.empty();
  }
}
