package io.tidemark.coordinator.stage;

import io.tidemark.model.result.RunEvent;
import io.tidemark.model.worker.PhaseRequest;
import io.tidemark.model.worker.WorkerException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;

/** The stages that workers know of before they begin, with their numbers. */
public final class StageAnnouncements {
  private final RunContext run;
  private final Deque<Announced> ahead = new ArrayDeque<>();
  private int phase = -1;

  /** A stage that workers know of and that has not begun. */
  private record Announced(String name, long startEpochNanos) {}

  public StageAnnouncements(RunContext run) {
    this.run = run;
  }

  /**
   * Enters a stage and announces it unless that has been done. A stage that replaces an announced
   * one takes its index: workers store only times and numbers.
   *
   * @param following the stages that the plan has after this one
   * @return the stage's phase index
   */
  public int enter(Stage stage, long startEpochNanos, List<Stage> following)
      throws WorkerException, InterruptedException {
    Announced entered = new Announced(stage.name(), startEpochNanos);
    if (!entered.equals(ahead.peek())) {
      ahead.clear();
      announce(entered);
    }
    ahead.remove();
    phase++;
    if (ahead.isEmpty()) {
      announceFollowing(stage, startEpochNanos, following);
    }
    return phase;
  }

  /**
   * All stages whose beginning is known: workers count each thing in the phase in which it happens,
   * also while the coordinator is stopped or starved.
   */
  public void announceFollowing(Stage stage, long startEpochNanos, List<Stage> following)
      throws WorkerException, InterruptedException {
    Stage last = stage;
    long start = startEpochNanos;
    for (Stage next : following) {
      if (!last.endsByTime()) {
        return;
      }
      start += last.length().orElseThrow().toNanos();
      announce(new Announced(next.name(), start));
      if (run.now() > start) {
        run.log()
            .own(
                run.now(),
                RunEvent.LATE_PHASE,
                next.name(),
                "workers learned after its beginning that it begins: what happened before counts"
                    + " in the phase before");
      }
      last = next;
    }
  }

  /** The present stage ends sooner than announced: so do those after it begin. */
  public void announceSooner(Stage stage, long startEpochNanos, List<Stage> following)
      throws WorkerException, InterruptedException {
    ahead.clear();
    announceFollowing(stage, startEpochNanos, following);
  }

  /** Repeats the announcements with the current clock offsets. */
  public void announceAgain() throws WorkerException, InterruptedException {
    if (!run.prepared().clocks().allExact()) {
      List<Announced> again = List.copyOf(ahead);
      ahead.clear();
      for (Announced each : again) {
        announce(each);
      }
    }
  }

  public void announce(Stage stage, long startEpochNanos)
      throws WorkerException, InterruptedException {
    announce(new Announced(stage.name(), startEpochNanos));
  }

  private void announce(Announced stage) throws WorkerException, InterruptedException {
    int index = phase + 1 + ahead.size();
    ahead.add(stage);
    List<Long> starts =
        IntStream.range(0, run.fleet().size())
            .mapToObj(i -> run.workerTime(i, stage.startEpochNanos()))
            .toList();
    run.fleet()
        .command(
            "begin-phase",
            (i, worker) ->
                worker.beginPhase(new PhaseRequest(index, stage.name(), starts.get(i), starts)));
  }
}
