package io.tidemark.features.profile;

import static java.util.stream.Collectors.joining;

import io.tidemark.base.Clock;
import io.tidemark.base.Deadline;
import io.tidemark.coordinator.PhaseProfiler;
import io.tidemark.model.result.RunEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Records several processes at the same time, each on a separate thread. */
final class ProcessProfiler implements PhaseProfiler {
  private static final Duration FINISH = Duration.ofMinutes(3);

  private final ProfileKeys keys;
  private final Clock clock;
  private final List<RunEvent> problems;
  private final List<RecordedProcess> processes;
  private boolean warm;
  private boolean recording;
  private boolean began;

  /**
   * @param problems that are known before the run
   */
  ProcessProfiler(
      ProfileKeys keys,
      Clock clock,
      List<ProcessRecorder> recorders,
      List<RunEvent> problems,
      ProfileFolder folder) {
    this.keys = keys;
    this.clock = clock;
    this.problems = List.copyOf(problems);
    this.processes =
        recorders.stream().map(each -> new RecordedProcess(each, clock, folder)).toList();
  }

  @Override
  public void phaseBegins(String name, boolean measured) {
    boolean wanted = keys.includes(name, measured);
    if (wanted) {
      processes.forEach(each -> each.record(name));
    } else if (recording) {
      processes.forEach(RecordedProcess::pause);
    } else if (!warm) {
      processes.forEach(RecordedProcess::warmUp);
    }
    recording = wanted;
    began |= wanted;
    warm = true;
  }

  @Override
  public List<RunEvent> finish() {
    Deadline deadline = Deadline.in(FINISH);
    List<Future<List<RunEvent>>> ends = new ArrayList<>();
    processes.forEach(each -> ends.add(each.finish()));
    List<RunEvent> events = new ArrayList<>(problems);
    if (!began && !keys.phases().isEmpty()) {
      events.add(
          RecordedProcess.failed(
              clock,
              processes.stream().map(RecordedProcess::process).collect(joining(", ")),
              "none of the phases began: " + String.join(", ", keys.phases())));
    }
    for (int i = 0; i < ends.size(); i++) {
      events.addAll(await(ends.get(i), processes.get(i).process(), deadline));
    }
    return events;
  }

  private List<RunEvent> await(Future<List<RunEvent>> end, String process, Deadline deadline) {
    String why;
    try {
      return end.get(Math.max(1, deadline.left().toMillis()), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      why = "interrupted";
    } catch (TimeoutException e) {
      end.cancel(true);
      why = "not read after " + FINISH.toMinutes() + " minutes";
    } catch (ExecutionException e) {
      why = "internal error: " + e.getCause();
    }
    return List.of(RecordedProcess.failed(clock, process, why));
  }
}
