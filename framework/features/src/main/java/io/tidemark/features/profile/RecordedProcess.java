package io.tidemark.features.profile;

import io.tidemark.base.Clock;
import io.tidemark.base.DaemonThreads;
import io.tidemark.features.profile.stack.ProcessProfile;
import io.tidemark.features.profile.stack.ProfileFile;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.Text;
import io.tidemark.report.file.RunNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * One process while it is profiled. Its thread does one thing after another; what fails is kept and
 * does not end the run.
 */
final class RecordedProcess {
  private final ProcessRecorder recorder;
  private final Clock clock;
  private final ProfileFolder folder;
  private final ExecutorService thread;
  private final List<String> phases = new ArrayList<>();
  private final List<RunEvent> events = new ArrayList<>();
  private long sinceNanos;
  private long recordedNanos;
  private boolean recording;

  /** A step that may fail. */
  private interface Step {
    void take() throws IOException, InterruptedException;
  }

  RecordedProcess(ProcessRecorder recorder, Clock clock, ProfileFolder folder) {
    this.recorder = recorder;
    this.clock = clock;
    this.folder = folder;
    this.thread =
        Executors.newSingleThreadExecutor(DaemonThreads.named("profile of " + recorder.process()));
  }

  String process() {
    return recorder.process();
  }

  void warmUp() {
    thread.execute(() -> attempt(recorder::warmUp));
  }

  /** Begins to record, or goes on. */
  void record(String phase) {
    thread.execute(() -> attempt(() -> begin(phase)));
  }

  void pause() {
    thread.execute(() -> attempt(this::stop));
  }

  /** Ends recording, fetches and reads it. */
  Future<List<RunEvent>> finish() {
    Future<List<RunEvent>> end =
        thread.submit(
            () -> {
              attempt(this::stop);
              attempt(this::collect);
              return List.copyOf(events);
            });
    thread.shutdown();
    return end;
  }

  private void begin(String phase) throws IOException, InterruptedException {
    if (!recording) {
      recorder.start();
      recording = true;
      sinceNanos = clock.nanoTime();
    }
    phases.add(phase);
  }

  private void stop() throws IOException, InterruptedException {
    if (recording) {
      recording = false;
      recordedNanos += clock.nanoTime() - sinceNanos;
      recorder.stop();
    }
  }

  private void collect() throws IOException, InterruptedException {
    if (recordedNanos == 0) {
      return; // Why has been reported, or the load ended before.
    }
    String name = RunNames.sanitised(process().replace(' ', '-'));
    Path file = folder.path().resolve(name + recorder.ending());
    recorder.fetch(file);
    long bytes = Files.size(file);
    if (bytes == 0) {
      Files.delete(file);
      throw new IOException("nothing was recorded");
    }
    ProcessProfile profile = recorder.read(file, phases, recordedNanos / 1e9);
    ProfileFile.write(profile, folder.path().resolve(name + ProfileFile.ENDING));
    events.add(
        new RunEvent(
            clock.epochNanos(),
            "coordinator",
            RunEvent.PROFILED,
            process(),
            String.format(
                Locale.ROOT,
                "%s in %s: %s, %.1f MB",
                Text.duration(profile.seconds()),
                String.join(", ", phases),
                what(profile),
                bytes / 1e6)));
  }

  private static String what(ProcessProfile profile) {
    return profile.erlang().isEmpty()
        ? Text.plural(profile.cpu().total(), "sample") + " of the CPU"
        : "states of threads and memory";
  }

  private void attempt(Step step) {
    try {
      step.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      report("interrupted");
    } catch (IOException | RuntimeException e) {
      report(Text.message(e));
    }
  }

  /** What prevents the preparation prevents the start, too: it is one remark. */
  private void report(String why) {
    if (events.stream().noneMatch(event -> event.detail().equals(why))) {
      events.add(failed(clock, process(), why));
    }
  }

  static RunEvent failed(Clock clock, String process, String why) {
    return new RunEvent(clock.epochNanos(), "coordinator", RunEvent.PROFILE_FAILED, process, why);
  }
}
