package io.tidemark.coordinator.stage;

import io.tidemark.coordinator.fleet.Fleet;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.worker.PhaseRequest;
import io.tidemark.model.worker.WorkerException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

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
   * Announces a stage with those after it whose beginning is known: workers count each thing in the
   * phase in which it happens, also while the coordinator is stopped or starved.
   *
   * @param following the stages that the plan has after this one
   */
  public void announce(Stage stage, long startEpochNanos, List<Stage> following)
      throws WorkerException, InterruptedException {
    ahead.clear();
    List<Announced> known = known(stage, startEpochNanos, following);
    announce(
        Stream.concat(Stream.of(new Announced(stage.name(), startEpochNanos)), known.stream())
            .toList());
    logLate(known);
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
    if (!new Announced(stage.name(), startEpochNanos).equals(ahead.peek())) {
      announce(stage, startEpochNanos, following);
    } else if (ahead.size() == 1) {
      announceFollowing(stage, startEpochNanos, following);
    }
    ahead.remove();
    return ++phase;
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

  private void announceFollowing(Stage stage, long startEpochNanos, List<Stage> following)
      throws WorkerException, InterruptedException {
    List<Announced> known = known(stage, startEpochNanos, following);
    announce(known);
    logLate(known);
  }

  /** The stages after a stage, as long as the one before each has an end. */
  private static List<Announced> known(Stage stage, long startEpochNanos, List<Stage> following) {
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
    return known;
  }

  private void logLate(List<Announced> stages) {
    for (Announced each : stages) {
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

  /**
   * Each worker learns of all these stages in one call: they replace those that it knew from the
   * first of them on, and between two calls it would not know the later ones.
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
        .ask(
            false,
            Fleet.order(
                (i, worker) -> {
                  List<PhaseRequest> phases = new ArrayList<>();
                  for (int k = 0; k < stages.size(); k++) {
                    List<Long> all = starts.get(k);
                    phases.add(new PhaseRequest(first + k, stages.get(k).name(), all.get(i), all));
                  }
                  worker.announcePhases(phases);
                }));
  }

  private List<Long> workerTimes(long epochNanos) {
    return IntStream.range(0, run.fleet().size())
        .mapToObj(i -> run.workerTime(i, epochNanos))
        .toList();
  }
}
