package io.tidemark.coordinator.prepare;

import io.tidemark.coordinator.RunFailedException;
import io.tidemark.coordinator.WorkerLossPolicy;
import io.tidemark.coordinator.fleet.Fleet;
import io.tidemark.coordinator.journal.EventLog;
import io.tidemark.coordinator.prepare.PreparationSteps.Prepared;
import io.tidemark.model.result.VerdictInputs.LostWorker;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.worker.WorkerInfo;
import io.tidemark.model.worker.WorkerInfo.ClockDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Prepares a run. If a worker is lost before the load and the policy is to continue, created
 * resources are removed and the other workers prepare again with its share.
 */
public final class Preparation {

  /**
   * A worker that was lost before the load.
   *
   * @param info as far as it had said what it is
   * @param how why, and whether it had announced it
   */
  public record LostEarly(WorkerInfo info, LostWorker how) {
    public LostWorker reported() {
      String why = how.why() + " (before the load: the others took over its share)";
      return new LostWorker(info.name(), why, how.announced());
    }
  }

  /**
   * State at the start of the load.
   *
   * @param fleet the remaining workers
   * @param problems of the clean-up after lost workers
   */
  public record ReadyFleet(
      Fleet fleet, Prepared prepared, List<LostEarly> lost, List<String> problems) {}

  private final RunEnvironment environment;
  private final List<LostEarly> lost = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();

  public Preparation(RunEnvironment environment) {
    this.environment = environment;
  }

  /**
   * @throws RunFailedException if no worker is left, one is lost and the policy is to end, or
   *     another failure occurs; workers and broker are cleaned up as far as possible
   */
  public ReadyFleet prepare(Fleet all) throws RunFailedException {
    Fleet fleet = all;
    try {
      while (true) {
        fleet.observe(new Watch(fleet));
        PreparationSteps preparation = new PreparationSteps(environment, runId(), fleet);
        try {
          return new ReadyFleet(fleet, preparation.prepare(), lost, problems);
        } catch (WorkerException e) {
          if (!goesOn(fleet, e)) {
            throw failure(e);
          }
          fleet = without(fleet, preparation.workers());
        }
      }
    } catch (RunFailedException e) {
      abandon(fleet, e);
      throw e;
    } catch (InterruptedException e) {
      RunFailedException failure =
          new RunFailedException(
              RunFailedException.Kind.INTERRUPTED, "interrupted before the load began", e);
      abandon(fleet, failure);
      Thread.currentThread().interrupt();
      throw failure;
    }
  }

  /** Workers do not take up again a run that they have ended. */
  private String runId() {
    String id = environment.plan().identity().runId();
    return lost.isEmpty() ? id : id + "-without-" + lost.size();
  }

  private boolean goesOn(Fleet fleet, WorkerException failure) {
    fleet.look(); // Workers lost together are all excluded.
    return failure.kind() == WorkerException.Kind.WORKER_LOST
        && environment.plan().options().lossPolicy() == WorkerLossPolicy.CONTINUE
        && !environment.stop().requested()
        && !fleet.lost().isEmpty()
        && fleet.size() - fleet.lost().size() >= (environment.plan().hasTwoDrivers() ? 2 : 1);
  }

  private Fleet without(Fleet fleet, List<WorkerInfo> infos) throws InterruptedException {
    fleet
        .lost()
        .forEach(
            (index, why) ->
                lost.add(
                    new LostEarly(
                        infos.isEmpty() ? unknown(fleet.name(index)) : infos.get(index),
                        fleet.loss(index))));
    Fleet rest = fleet.rest();
    environment
        .listener()
        .note(
            String.format(
                Locale.ROOT,
                "preparing again without it; remaining workers: %d of %d",
                rest.size(),
                rest.size() + lost.size()));
    finish(fleet);
    if (fleet.lost().containsKey(0) && makesTopics()) {
      problems.add(
          ("worker %s was lost while it created the topics: created topics may remain"
                  + " at the broker")
              .formatted(fleet.name(0)));
    }
    return rest;
  }

  private boolean makesTopics() {
    return !environment.plan().workload().destinations().areExisting();
  }

  private void finish(Fleet fleet) throws InterruptedException {
    fleet
        .finish(environment.plan().options().setupTimeout(), problems, index -> true)
        .values()
        .forEach(report -> problems.addAll(report.problems()));
  }

  private static WorkerInfo unknown(String name) {
    return new WorkerInfo(name, "", new ClockDomain("", 0), Map.of());
  }

  private RunFailedException failure(WorkerException e) {
    return environment.stop().requested()
        ? RunFailedException.stopped(environment.stop(), e.oneLine(), e)
        : RunFailedException.of(e);
  }

  /** Cleans up after a failure; clean-up problems are added to the failure. */
  private void abandon(Fleet fleet, RunFailedException failure) {
    try {
      finish(fleet);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    problems.forEach(
        problem -> failure.addSuppressed(new IllegalStateException("clean-up: " + problem)));
  }

  private final class Watch implements Fleet.Observer {
    private final Fleet fleet;

    private Watch(Fleet fleet) {
      this.fleet = fleet;
    }

    @Override
    public void lost(int index, String why) {
      environment
          .log()
          .own(
              environment.clock().epochNanos(),
              EventLog.kindOfLoss(fleet, index),
              fleet.name(index),
              why);
    }

    @Override
    public void slow(int index, String what) {
      environment.listener().note("worker %s: %s".formatted(fleet.name(index), what));
    }
  }
}
