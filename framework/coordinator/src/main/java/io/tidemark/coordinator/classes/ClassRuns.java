package io.tidemark.coordinator.classes;

import io.tidemark.base.Clock;
import io.tidemark.base.DaemonThreads;
import io.tidemark.coordinator.RunFailedException;
import io.tidemark.coordinator.RunFailedException.Kind;
import io.tidemark.coordinator.RunListener;
import io.tidemark.coordinator.RunOptions;
import io.tidemark.coordinator.RunPlan;
import io.tidemark.coordinator.StopSignal;
import io.tidemark.coordinator.WorkerLossPolicy;
import io.tidemark.coordinator.journal.AppendLog;
import io.tidemark.coordinator.journal.EventLog;
import io.tidemark.coordinator.journal.RunJournal;
import io.tidemark.coordinator.run.RunConductor;
import io.tidemark.model.fault.FaultInjector;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.VerdictInputs.Ending;
import io.tidemark.model.snapshot.MessageSpans;
import io.tidemark.model.snapshot.TelemetrySample;
import io.tidemark.model.worker.Worker;
import io.tidemark.model.worker.WorkerInfo.ClockDomain;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;

/**
 * Carries out a workload with traffic classes: a complete run for each class, with its workers and
 * clients. All begin at the same moment and have the same phases.
 */
public final class ClassRuns {
  private final Clock clock;
  private final ClockDomain domain;
  private final RunPlan plan;
  private final List<ClassPlan> classes;
  private final RunListener listener;
  private final StopSignal stop;
  private final List<StopSignal> stops;
  private final ClassGroup group;
  private final TotalTimeline timeline;
  private final RunJournal journal;
  private final AppendLog<TelemetrySample> telemetry;
  private final Map<String, Optional<Duration>> lengths = new HashMap<>();
  private final Map<String, Long> starts = new HashMap<>();
  private final Map<Integer, RunResult> measured = new TreeMap<>();
  private final Map<Integer, RunResult> results = new TreeMap<>();
  private final Map<Integer, RunFailedException> failures = new LinkedHashMap<>();
  private final List<RuntimeException> defects = new ArrayList<>();

  /**
   * One class.
   *
   * @param plan of its run
   * @param workers that only this class uses
   */
  public record ClassPlan(String name, RunPlan plan, List<Worker> workers) {
    public ClassPlan {
      workers = List.copyOf(workers);
    }
  }

  /** Nothing is compared with a class that has ended early. */
  private void endOthers(int ended) {
    for (int i = 0; i < stops.size(); i++) {
      if (i != ended && !stops.get(i).requested()) {
        stops.get(i).request();
      }
    }
  }

  private ClassRuns(
      Clock clock,
      ClockDomain domain,
      RunPlan plan,
      List<ClassPlan> classes,
      RunListener listener,
      StopSignal stop,
      RunJournal journal) {
    this.clock = clock;
    this.domain = domain;
    this.plan = plan;
    this.classes = List.copyOf(classes);
    this.listener = listener;
    this.stop = stop;
    this.stops = classes.stream().map(each -> stop.follower()).toList();
    this.group = new ClassGroup(classes.size(), RunOptions.LONGEST_WITHOUT_CALL);
    this.journal = journal;
    this.telemetry = journal.log("telemetry", TelemetrySample.class);
    this.timeline =
        new TotalTimeline(
            classes.stream().map(each -> each.workers().size()).toList(),
            journal,
            this::sampleTaken);
  }

  /**
   * Runs all classes. The result is that of {@link RunConductor#execute}: the total, with its
   * classes.
   *
   * @param clock of this process
   * @param domain which clock that is
   * @param plan of the total
   * @throws RunFailedException if a class could not be measured; the others are ended
   */
  public static RunResult execute(
      Clock clock,
      ClockDomain domain,
      RunPlan plan,
      List<ClassPlan> classes,
      RunListener listener,
      StopSignal stop,
      RunJournal journal)
      throws RunFailedException {
    return new ClassRuns(clock, domain, plan, classes, listener, stop, journal).execute();
  }

  private RunResult execute() throws RunFailedException {
    CountDownLatch ended = new CountDownLatch(classes.size());
    List<RunJournal> parts = parts();
    for (int i = 0; i < classes.size(); i++) {
      int index = i;
      Thread thread =
          DaemonThreads.named("class-" + classes.get(i).name())
              .newThread(
                  () -> {
                    try {
                      run(index, parts.get(index));
                    } finally {
                      ended.countDown();
                    }
                  });
      thread.start();
    }
    boolean interrupted = false;
    while (ended.getCount() > 0) {
      try {
        ended.await();
      } catch (InterruptedException e) {
        interrupted = true;
        stops.forEach(StopSignal::request); // The results so far are kept.
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return outcome();
  }

  private List<RunJournal> parts() throws RunFailedException {
    List<RunJournal> parts = new ArrayList<>();
    try {
      for (ClassPlan each : classes) {
        parts.add(journal.part(each.name()));
      }
    } catch (IOException e) {
      throw new RunFailedException(
          Kind.INFRASTRUCTURE, "no folder for a class: " + e.getMessage(), e);
    }
    return parts;
  }

  private void run(int index, RunJournal part) {
    ClassPlan each = classes.get(index);
    try {
      RunResult result =
          new RunConductor(clock, domain)
              .execute(
                  each.plan(),
                  each.workers(),
                  new ClassListener(index),
                  stops.get(index),
                  part,
                  FaultInjector.NONE,
                  group.new Member(index, timeline.of(index)));
      synchronized (this) {
        results.put(index, result);
      }
      if (result.verdictInputs().ending() != Ending.COMPLETED) {
        endOthers(index);
      }
    } catch (RunFailedException e) {
      synchronized (this) {
        failures.put(index, e);
      }
      stops.forEach(StopSignal::request);
    } catch (RuntimeException e) {
      synchronized (this) {
        defects.add(e);
      }
      stops.forEach(StopSignal::request);
    } finally {
      group.breakUp();
      timeline.ended(index);
    }
  }

  private synchronized RunResult outcome() throws RunFailedException {
    if (!defects.isEmpty()) {
      throw defects.get(0);
    }
    if (!failures.isEmpty()) {
      Map.Entry<Integer, RunFailedException> cause = cause();
      RunFailedException failure = cause.getValue();
      throw new RunFailedException(
          failure.kind(),
          "class " + classes.get(cause.getKey()).name() + ": " + failure.getMessage(),
          failure);
    }
    listener.composing();
    return compose(results);
  }

  /** The first failure; but not that of a class which was ended because another one has failed. */
  private Map.Entry<Integer, RunFailedException> cause() {
    return failures.entrySet().stream()
        .filter(each -> stop.requested() || each.getValue().kind() != Kind.INTERRUPTED)
        .findFirst()
        .orElseGet(() -> failures.entrySet().iterator().next());
  }

  private RunResult compose(Map<Integer, RunResult> all) {
    Map<String, RunResult> named = new LinkedHashMap<>();
    all.forEach((index, result) -> named.put(classes.get(index).name(), result));
    return new TotalResult(plan, named, timeline.total(), telemetry, journal).compose();
  }

  private void sampleTaken(Sample sample) {
    long end = sample.startEpochNanos() + sample.lengthNanos();
    synchronized (this) {
      long start = starts.computeIfAbsent(sample.phase(), any -> sample.startEpochNanos());
      listener.sampleTaken(
          sample,
          new RunListener.Totals(
              Duration.ofNanos(end - start),
              lengths.getOrDefault(sample.phase(), Optional.empty()),
              timeline.total().total()));
    }
  }

  /** Hears one class; the outer listener hears the total. */
  private final class ClassListener implements RunListener {
    private final int index;

    ClassListener(int index) {
      this.index = index;
    }

    private String name() {
      return classes.get(index).name();
    }

    @Override
    public void phaseStarted(String phase, boolean isMeasured, Optional<Duration> length) {
      synchronized (ClassRuns.this) {
        if (lengths.putIfAbsent(phase, length) == null) {
          listener.phaseStarted(phase, isMeasured, length);
        }
      }
    }

    @Override
    public void event(RunEvent event) {
      if (EventLog.isLoss(event) && plan.options().lossPolicy() == WorkerLossPolicy.END) {
        endOthers(index);
      }
      if (!event.kind().equals(RunEvent.PHASE)) {
        synchronized (ClassRuns.this) {
          listener.event(event.ofClass(name()));
        }
      }
    }

    @Override
    public void reading(TelemetrySample reading) {
      synchronized (ClassRuns.this) {
        listener.reading(reading);
      }
    }

    @Override
    public void traced(String runId, MessageSpans traced, Map<Integer, String> topics) {
      synchronized (ClassRuns.this) {
        listener.traced(runId, traced, topics);
      }
    }

    @Override
    public List<RunEvent> ownEvents() {
      synchronized (ClassRuns.this) {
        return listener.ownEvents();
      }
    }

    /** The last class has all that there is: closing adds nothing to the timeline. */
    @Override
    public void measured(RunResult result) {
      timeline.ended(index);
      synchronized (ClassRuns.this) {
        measured.put(index, result);
        if (measured.size() == classes.size()) {
          listener.composing();
          listener.measured(compose(measured));
        }
      }
    }

    @Override
    public void note(String text) {
      synchronized (ClassRuns.this) {
        listener.note("class " + name() + ": " + text);
      }
    }
  }
}
