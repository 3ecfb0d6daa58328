package io.tidemark.report.figures;

import io.tidemark.model.result.FaultReport;
import io.tidemark.model.result.FaultReport.Effect;
import io.tidemark.model.result.FaultReport.Flow;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A fault that was injected, as stored; the components are those of {@link FaultReport}. Null
 * stands for an empty one.
 */
public record StoredFault(
    String name,
    String action,
    List<Integer> nodes,
    List<String> workers,
    String phase,
    long injectedEpochMicros,
    @Nullable Long inEffectEpochMicros,
    @Nullable Long undoBegunEpochMicros,
    @Nullable Long undoneEpochMicros,
    String problem,
    @Nullable StoredEffect effect) {

  /** As {@link Effect}. */
  public record StoredEffect(
      double resolutionSeconds,
      double windowSeconds,
      @Nullable Double recoverySeconds,
      @Nullable Double firstErrorSeconds,
      @Nullable StoredFlow publish,
      @Nullable StoredFlow deliver,
      long peakWaitingMessages,
      @Nullable Double waitingGoneSeconds,
      long failedMessages,
      @Nullable Long lostMessages,
      @Nullable Long duplicatedMessages,
      @Nullable Long leaderChanges) {

    static StoredEffect of(Effect effect) {
      return new StoredEffect(
          effect.resolutionSeconds(),
          effect.windowSeconds(),
          effect.recoverySeconds().orElse(null),
          effect.firstErrorSeconds().orElse(null),
          effect.publish().map(StoredFlow::of).orElse(null),
          effect.deliver().map(StoredFlow::of).orElse(null),
          effect.peakWaiting(),
          effect.waitingGoneSeconds().orElse(null),
          effect.failed(),
          effect.lost().orElse(null),
          effect.duplicated().orElse(null),
          effect.leaderChanges().orElse(null));
    }

    Effect report() {
      return new Effect(
          resolutionSeconds,
          windowSeconds,
          Optional.ofNullable(firstErrorSeconds),
          Optional.ofNullable(publish).map(StoredFlow::report),
          Optional.ofNullable(deliver).map(StoredFlow::report),
          peakWaitingMessages,
          Optional.ofNullable(waitingGoneSeconds),
          failedMessages,
          Optional.ofNullable(lostMessages),
          Optional.ofNullable(duplicatedMessages),
          Optional.ofNullable(leaderChanges));
    }
  }

  /** As {@link Flow}. */
  public record StoredFlow(
      double beforeRatePerSecond,
      double lowestRatePerSecond,
      double silenceSeconds,
      @Nullable Double firstAfterSeconds,
      @Nullable Double dipSeconds,
      @Nullable Double recoverySeconds,
      long missingMessages,
      @Nullable Double p99RecoverySeconds,
      @Nullable Double afterPercent) {

    static StoredFlow of(Flow flow) {
      return new StoredFlow(
          flow.beforePerSecond(),
          flow.lowestPerSecond(),
          flow.silenceSeconds(),
          flow.firstAfterSeconds().orElse(null),
          flow.dipSeconds().orElse(null),
          flow.recoverySeconds().orElse(null),
          flow.missing(),
          flow.p99RecoverySeconds().orElse(null),
          flow.afterPercent().orElse(null));
    }

    Flow report() {
      return new Flow(
          beforeRatePerSecond,
          lowestRatePerSecond,
          silenceSeconds,
          Optional.ofNullable(firstAfterSeconds),
          Optional.ofNullable(dipSeconds),
          Optional.ofNullable(recoverySeconds),
          missingMessages,
          Optional.ofNullable(p99RecoverySeconds),
          Optional.ofNullable(afterPercent));
    }
  }

  public StoredFault {
    Objects.requireNonNull(name);
    Objects.requireNonNull(action);
    Objects.requireNonNull(phase);
    Objects.requireNonNull(problem);
    nodes = List.copyOf(nodes);
    workers = workers == null ? List.of() : List.copyOf(workers);
  }

  static StoredFault of(FaultReport report) {
    return new StoredFault(
        report.name(),
        report.action(),
        report.nodes(),
        report.workers(),
        report.phase(),
        report.injectedMicros(),
        report.inEffectMicros().orElse(null),
        report.undoBegunMicros().orElse(null),
        report.undoneMicros().orElse(null),
        report.problem(),
        report.effect().map(StoredEffect::of).orElse(null));
  }

  /** As the verdict needs it. */
  public FaultReport report() {
    return new FaultReport(
        name,
        action,
        nodes,
        workers,
        phase,
        injectedEpochMicros,
        Optional.ofNullable(inEffectEpochMicros),
        Optional.ofNullable(undoBegunEpochMicros),
        Optional.ofNullable(undoneEpochMicros),
        problem,
        Optional.ofNullable(effect).map(StoredEffect::report));
  }
}
