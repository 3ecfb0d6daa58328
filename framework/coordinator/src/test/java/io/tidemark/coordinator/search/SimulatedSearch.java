package io.tidemark.coordinator.search;

import io.tidemark.coordinator.search.NextStep.End;
import io.tidemark.coordinator.search.NextStep.Try;
import io.tidemark.model.load.ArrivalProcess;
import io.tidemark.model.result.Intended;
import io.tidemark.model.workload.SearchSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Carries out a search on a simulated system, as a run does it. */
final class SimulatedSearch {
  private static final double IN_FLIGHT = 10_000;
  private static final double PATIENCE_SECONDS = 30;

  private final SimulatedSystem system;
  private final RateSearch search;
  private final SearchSpec spec;
  private final List<Trial> trials = new ArrayList<>();
  private final StringBuilder log = new StringBuilder();

  SimulatedSearch(SimulatedSystem system, SearchSpec spec) {
    this.system = system;
    this.spec = spec;
    this.search = new RateSearch(spec);
  }

  /** The end; a system that does not recover ends the search without convergence. */
  End run() {
    while (true) {
      Duration elapsed = Duration.ofNanos((long) (system.seconds() * 1e9));
      NextStep step = search.next(trials, elapsed);
      if (step instanceof End end) {
        return end;
      }
      tryOut((Try) step);
      if (!drained()) {
        return new End(false, "the backlog did not drain");
      }
    }
  }

  private void tryOut(Try step) {
    double length = spec.length(step.full()).toSeconds();
    TrialProgress progress = new TrialProgress(step.ratePerSecond(), length);
    double start = system.seconds();
    double before = system.received();
    while (system.seconds() - start < length && !progress.isHopeless()) {
      system.step(step.ratePerSecond());
      progress.add(system.seconds() - start, system.outstanding(), system.received() - before);
    }
    Intended intended = new Intended(step.ratePerSecond() * length, ArrivalProcess.UNIFORM, 1);
    boolean passed = !progress.isHopeless() && !progress.slope().isGrowth(intended, length, 99);
    log.append(
        "%5.0f s %,14.0f msg/s %s %s %s%n"
            .formatted(
                start,
                step.ratePerSecond(),
                step.full() ? "full " : "short",
                passed ? "passed" : "failed",
                progress.slope()));
    trials.add(new Trial(step.ratePerSecond(), step.full(), passed, progress.achievedPerSecond()));
  }

  private boolean drained() {
    system.dropDebt(IN_FLIGHT);
    double least = system.outstanding();
    double since = system.seconds();
    while (system.outstanding() > 1e-6 && system.seconds() - since < PATIENCE_SECONDS) {
      system.step(0);
      if (system.outstanding() < least) {
        least = system.outstanding();
        since = system.seconds();
      }
    }
    return system.outstanding() <= 1e-6;
  }

  List<Trial> trials() {
    return trials;
  }

  Evidence evidence() {
    return new Evidence(trials);
  }

  @Override
  public String toString() {
    return log.toString();
  }
}
