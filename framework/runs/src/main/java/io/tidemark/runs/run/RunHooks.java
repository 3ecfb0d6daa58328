package io.tidemark.runs.run;

import io.tidemark.coordinator.RunListener;
import io.tidemark.coordinator.RunOptions;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.snapshot.MessageSpans;
import io.tidemark.model.snapshot.TelemetrySample;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The hooks that take part in one run, as one listener. */
public final class RunHooks implements RunListener, AutoCloseable {
  private final List<RunHook.Maker> makers;
  private final List<RunHook> hooks = new ArrayList<>();

  /**
   * @param makers in the order in which they take part
   */
  public RunHooks(List<RunHook.Maker> makers) {
    this.makers = makers;
  }

  /** Returns the options of the run with what the hooks add. */
  RunOptions begin(RunHook.Begin run) {
    RunOptions options = run.plan().options();
    for (RunHook.Maker each : makers) {
      Optional<RunHook> hook = each.begin(run);
      if (hook.isPresent()) {
        hooks.add(hook.get());
        options = hook.get().options(options);
      }
    }
    return options;
  }

  void ended(RunResult result) {
    each(hook -> hook.ended(result));
  }

  /** What the hooks add to the directory of the run, by the names in it. */
  Map<String, Path> files() throws IOException {
    Map<String, Path> files = new TreeMap<>();
    for (RunHook each : hooks) {
      files.putAll(each.files());
    }
    return files;
  }

  /** Closes all of them, and throws the first error. */
  @Override
  public void close() throws IOException {
    Optional<IOException> first = Optional.empty();
    for (RunHook each : hooks) {
      try {
        each.close();
      } catch (IOException e) {
        first = first.or(() -> Optional.of(e));
      }
    }
    if (first.isPresent()) {
      throw first.get();
    }
  }

  private void each(Consumer<RunHook> call) {
    hooks.forEach(call);
  }

  @Override
  public void phaseStarted(String name, boolean measured, Optional<Duration> length) {
    each(hook -> hook.phaseStarted(name, measured, length));
  }

  @Override
  public void sampleTaken(Sample sample, Totals totals) {
    each(hook -> hook.sampleTaken(sample, totals));
  }

  @Override
  public void event(RunEvent event) {
    each(hook -> hook.event(event));
  }

  @Override
  public void reading(TelemetrySample reading) {
    each(hook -> hook.reading(reading));
  }

  @Override
  public void traced(String runId, MessageSpans traced, Map<Integer, String> topics) {
    each(hook -> hook.traced(runId, traced, topics));
  }

  @Override
  public List<RunEvent> ownEvents() {
    return hooks.stream().flatMap(hook -> hook.ownEvents().stream()).toList();
  }
}
