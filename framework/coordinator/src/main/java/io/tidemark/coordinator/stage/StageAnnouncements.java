package io.tidemark.coordinator.stage;

import io.tidemark.model.result.RunEvent;
import io.tidemark.model.worker.PhaseRequest;
import io.tidemark.model.worker.WorkerException;
import java.util.ArrayDeque;
import java.util.ArrayList;
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
      announce(List.of(entered));
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
    List<Announced> known = new ArrayList<>();
    Stage last = stage;
    long start = startEpochNanos;
    for (Stage next : following) {
      if (!last.endsByTime()) {
        break;
      }
      start += last.length().orElseThrow().toNanos();
      known.add(new Announced(next.name(), start));
      last = next;
    }
    announce(known);
    for (Announced each : known) {
      if (run.now() > each.startEpochNanos()) {
        run.log()
            .own(
                run.now(),
                RunEvent.LATE_PHASE,
                each.name(),
                "workers learned after its beginning that it begins: what happened before counts"
                    + " in the phase before");
      }
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
      announce(again);
    }
  }

  public void announce(Stage stage, long startEpochNanos)
      throws WorkerException, InterruptedException {
    announce(List.of(new Announced(stage.name(), startEpochNanos)));
  }

  /**
   * Each worker learns of all these stages in turn, whether or not the others answer: an
   * announcement replaces those of later stages.
   */
  private void announce(List<Announced> stages) throws WorkerException, InterruptedException {
    if (stages.isEmpty()) {
      return;
    }
    int first = phase + 1 + ahead.size();
    ahead.addAll(stages);
    List<List<Long>> starts =
        stages.stream().map(stage -> workerTimes(stage.startEpochNanos())).toList();
    run.fleet()
        .command(
            "begin-phase",
            (i, worker) -> {
              for (int k = 0; k < stages.size(); k++) {
                List<Long> all = starts.get(k);
                worker.beginPhase(
                    new PhaseRequest(first + k, stages.get(k).name(), all.get(i), all));
              }
            });
  }

  private List<Long> workerTimes(long epochNanos) {
    return IntStream.range(0, run.fleet().size())
        .mapToObj(i -> run.workerTime(i, epochNanos))
        .toList();
  }
}
