package io.tidemark.runs.workers;

import io.tidemark.base.SystemClock;
import io.tidemark.coordinator.clock.ClockOffset;
import io.tidemark.http.client.HttpWorker;
import io.tidemark.http.protocol.WorkerAddress;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.worker.WorkerException.Kind;
import io.tidemark.model.worker.WorkerInfo;
import io.tidemark.runs.ExitCode;
import io.tidemark.worker.host.EnvironmentFacts;
import java.time.Duration;

/**
 * Reads version and clock of the workers of a plan; changes nothing.
 *
 * @param text lines for the plan; empty if this process generates the load
 * @param code whether a run could use all of them
 */
public record WorkerSurvey(String text, ExitCode code) {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  public static WorkerSurvey of(Workers workers) throws InterruptedException {
    StringBuilder text = new StringBuilder();
    ExitCode code = ExitCode.OK;
    for (WorkerAddress address : workers.remote()) {
      String line;
      try (HttpWorker worker = HttpWorker.at(address, workers.connection())) {
        line = ask(worker);
      } catch (WorkerException e) {
        line = e.getMessage();
        code =
            code.worse(e.kind() == Kind.CONFIGURATION ? ExitCode.USAGE : ExitCode.INFRASTRUCTURE);
      }
      text.append("%n     worker   %s: %s".formatted(address, line));
    }
    return new WorkerSurvey(text.isEmpty() ? "" : text + System.lineSeparator(), code);
  }

  private static String ask(HttpWorker worker) throws WorkerException, InterruptedException {
    WorkerInfo info = worker.describe(PATIENCE);
    ClockOffset offset =
        ClockOffset.measure(
            SystemClock.get(), EnvironmentFacts.clockDomain(), info.clock(), worker);
    String open = worker.ignoresToken() ? ", WARNING: does not require the token" : "";
    return "Tidemark %s, %s%s".formatted(info.version(), offset.text(), open);
  }
}
