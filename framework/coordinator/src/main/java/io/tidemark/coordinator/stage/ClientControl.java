package io.tidemark.coordinator.stage;

import io.tidemark.base.Deadline;
import io.tidemark.model.worker.ClientsReport;
import io.tidemark.model.worker.ClientsRequest;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.worker.WorkerException.Kind;
import io.tidemark.model.workload.ChurnSpec;
import io.tidemark.model.workload.PhaseScale;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/**
 * Which clients are open in each stage of a run. All are created before the load; those that a
 * stage does not have are closed until they join.
 */
public final class ClientControl {
  private static final Duration STOP_WITHIN = Duration.ofSeconds(2);
  private static final Duration POLL = Duration.ofMillis(20);

  private final RunContext run;
  private Numbers open;

  /** Clients over all topics. */
  public record Numbers(int producers, int consumers) {}

  ClientControl(RunContext run) {
    this.run = run;
    this.open = new Numbers(run.workload().totalProducers(), run.workload().totalConsumers());
  }

  private boolean change() {
    return run.workload().clientsChange() && run.workload().search().isEmpty();
  }

  /** Before the load: waits until the clients of its first stage are open, and no others. */
  public void prepare(String firstStage) throws WorkerException, InterruptedException {
    if (change()) {
      settle(numbers(firstStage));
    }
  }

  /** Producers that join with the next stage are opened before it begins. */
  public void expect(String nextStage) throws WorkerException, InterruptedException {
    Numbers next = numbers(nextStage);
    if (change() && next.producers() > open.producers()) {
      order(new Numbers(next.producers(), open.consumers()), run.workload().churn());
    }
  }

  /** Opens and closes clients in the background. */
  public void enter(String stage) throws WorkerException, InterruptedException {
    if (change()) {
      order(numbers(stage), run.workload().churn());
    }
  }

  /** Clients stay as they are from now on. */
  void stopChurn() throws WorkerException, InterruptedException {
    if (change()) {
      run.fleet()
          .askOnce(
              STOP_WITHIN,
              true,
              (index, worker) -> worker.changeClients(orderOf(index, open, ChurnSpec.NONE)));
    }
  }

  private Numbers numbers(String stage) {
    PhaseScale scale = PhaseScale.in(run.workload(), stage);
    return new Numbers(
        scale.producers().orElseGet(run.workload()::totalProducers),
        scale.consumers().orElseGet(run.workload()::totalConsumers));
  }

  /** Opens and closes clients without churn, and waits for that. */
  public void settle(Numbers numbers) throws WorkerException, InterruptedException {
    Duration timeout = run.plan().options().setupTimeout();
    Deadline deadline = Deadline.in(timeout, run.clock());
    while (true) {
      Map<Integer, ClientsReport> states = order(numbers, ChurnSpec.NONE);
      if (states.values().stream().allMatch(ClientsReport::settled) || run.stop().requested()) {
        return;
      }
      if (deadline.isOver()) {
        throw new WorkerException(
            run.fleet().name(0),
            "change-clients",
            Kind.INFRASTRUCTURE,
            String.format(
                Locale.ROOT,
                "waited %s s for %d producers and %d consumers to be open, so far %s",
                timeout.toSeconds(),
                numbers.producers(),
                numbers.consumers(),
                states.values()),
            null);
      }
      run.waiter().until(run.now() + POLL.toNanos(), run.stop());
    }
  }

  private Map<Integer, ClientsReport> order(Numbers numbers, ChurnSpec churn)
      throws WorkerException, InterruptedException {
    open = numbers;
    return run.fleet()
        .ask(false, (index, worker) -> worker.changeClients(orderOf(index, numbers, churn)));
  }

  /** Each worker has a share of the churn by its share of the open clients. */
  private ClientsRequest orderOf(int worker, Numbers numbers, ChurnSpec churn) {
    long producers =
        run.assignment().producers().get(worker).stream()
            .filter(each -> each.index() < numbers.producers())
            .count();
    long consumers =
        run.assignment().consumers().get(worker).stream()
            .filter(each -> each.index() < numbers.consumers())
            .count();
    return new ClientsRequest(
        numbers.producers(),
        numbers.consumers(),
        share(churn.producersPerSecond(), producers, numbers.producers()),
        share(churn.consumersPerSecond(), consumers, numbers.consumers()));
  }

  private static double share(double perSecond, long here, int all) {
    return all == 0 ? 0 : perSecond * here / all;
  }
}
