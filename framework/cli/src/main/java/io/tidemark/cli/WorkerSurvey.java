package io.tidemark.cli;

import io.tidemark.coordinator.ClockOffset;
import io.tidemark.http.HttpWorker;
import io.tidemark.http.WorkerAddress;
import io.tidemark.measure.SystemClock;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.worker.WorkerInfo;
import io.tidemark.worker.host.EnvironmentFacts;
import java.time.Duration;

/** Asks the workers of a plan what they are and what time it is there; changes nothing. */
final class WorkerSurvey {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private WorkerSurvey() {}

  /** Lines for the plan; empty when this process makes the load itself. */
  static String of(Workers workers) throws InterruptedException {
    StringBuilder text = new StringBuilder();
    for (WorkerAddress address : workers.remote()) {
      text.append("%n     worker   %s: %s".formatted(address, ask(address, workers)));
    }
    return text.isEmpty() ? "" : text + System.lineSeparator();
  }

  private static String ask(WorkerAddress address, Workers workers) throws InterruptedException {
    try (HttpWorker worker = new HttpWorker(address, workers.connection())) {
      WorkerInfo info = worker.describe(PATIENCE);
      ClockOffset offset =
          ClockOffset.measure(
              SystemClock.get(), EnvironmentFacts.clockDomain(), info.clock(), worker);
      String open = worker.ignoresToken() ? ", WARNING: does not require the token" : "";
      return "Tidemark %s, %s%s".formatted(info.version(), offset.text(), open);
    } catch (WorkerException e) {
      return e.getMessage();
    }
  }
}
