package io.tidemark.features.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.base.SystemClock;
import io.tidemark.coordinator.PhaseProfiler;
import io.tidemark.features.profile.stack.ProcessProfile;
import io.tidemark.features.profile.stack.ProfileFile;
import io.tidemark.model.grammar.Grammar;
import io.tidemark.model.result.RunEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessProfilerTest {
  private static final ProfileKeys USUAL = Grammar.defaults(ProfileKeys.class);

  @TempDir Path results;

  /** Notes what it is asked; its recording is one of this JVM. */
  private static final class FakeRecorder implements ProcessRecorder {
    final List<String> calls = Collections.synchronizedList(new ArrayList<>());
    Optional<String> failingCall = Optional.empty();
    String content = "";

    @Override
    public String process() {
      return "broker 1";
    }

    private void call(String name) throws IOException {
      calls.add(name);
      if (failingCall.filter(name::equals).isPresent()) {
        throw new IOException("refused");
      }
    }

    @Override
    public void warmUp() throws IOException {
      call("warm up");
    }

    @Override
    public void start() throws IOException {
      call("start");
    }

    @Override
    public void stop() throws IOException {
      call("stop");
    }

    @Override
    public void fetch(Path file) throws IOException {
      call("fetch");
      if (!content.isEmpty()) {
        Files.writeString(file, content);
        return;
      }
      try (Recording recording = new Recording()) {
        recording.enable("jdk.JVMInformation");
        recording.start();
        recording.stop();
        recording.dump(file);
      }
    }
  }

  private final FakeRecorder recorder = new FakeRecorder();

  /** What is reported when these phases have begun, one after the other. */
  private List<RunEvent> profiled(ProfileKeys keys, ProfileFolder folder, String... phases)
      throws IOException {
    PhaseProfiler profiler =
        new ProcessProfiler(keys, SystemClock.get(), List.of(recorder), List.of(), folder);
    for (String each : phases) {
      profiler.phaseBegins(each, !each.equals("warm-up") && !each.equals("drain"));
    }
    return profiler.finish();
  }

  private static ProfileKeys in(String... phases) {
    return USUAL.withPhases(List.of(phases));
  }

  @Test
  void recordsTheMeasuredPhasesAndPreparesDuringTheWarmUp() throws IOException {
    try (ProfileFolder folder = new ProfileFolder(results)) {
      List<RunEvent> events = profiled(USUAL, folder, "warm-up", "low", "high", "drain");

      assertThat(recorder.calls).containsExactly("warm up", "start", "stop", "fetch");
      assertThat(events)
          .singleElement()
          .satisfies(
              event -> {
                assertThat(event.kind()).isEqualTo(RunEvent.PROFILED);
                assertThat(event.subject()).isEqualTo("broker 1");
                assertThat(event.detail()).contains("in low, high");
              });
      assertThat(folder.files().keySet())
          .containsExactly("profile/broker-1.jfr", "profile/broker-1.json.gz");
    }
  }

  @Test
  void whatWasReadIsStored() throws IOException {
    try (ProfileFolder folder = new ProfileFolder(results)) {
      profiled(USUAL, folder, "test");
      Path run = Files.createDirectories(results.resolve("run/profile"));
      Files.copy(folder.files().get("profile/broker-1.json.gz"), run.resolve("broker-1.json.gz"));

      ProcessProfile profile = ProfileFile.in(results.resolve("run")).get(0);

      assertThat(profile.process()).isEqualTo("broker 1");
      assertThat(profile.phases()).containsExactly("test");
      assertThat(profile.runtime()).contains(System.getProperty("java.vm.name"));
      assertThat(profile.seconds()).isPositive();
    }
  }

  @Test
  void recordsOnlyTheChosenPhases() throws IOException {
    try (ProfileFolder folder = new ProfileFolder(results)) {
      profiled(in("high", "drain"), folder, "warm-up", "low", "high", "last", "drain");

      assertThat(recorder.calls)
          .containsExactly("warm up", "start", "stop", "start", "stop", "fetch");
    }
  }

  @Test
  void aProcessThatCannotBeRecordedIsReported() throws IOException {
    recorder.failingCall = Optional.of("start");
    try (ProfileFolder folder = new ProfileFolder(results)) {
      assertThat(profiled(USUAL, folder, "test"))
          .extracting(RunEvent::kind, RunEvent::subject, RunEvent::detail)
          .containsExactly(tuple(RunEvent.PROFILE_FAILED, "broker 1", "refused"));
      assertThat(folder.files()).isEmpty();
    }
  }

  @Test
  void aRecordingThatCannotBeReadIsReported() throws IOException {
    recorder.content = "this is no recording";
    try (ProfileFolder folder = new ProfileFolder(results)) {
      assertThat(profiled(USUAL, folder, "test"))
          .extracting(RunEvent::kind)
          .containsExactly(RunEvent.PROFILE_FAILED);
      assertThat(folder.files()).doesNotContainKey("profile/broker-1.json.gz");
    }
  }

  @Test
  void nothingIsRecordedIfThePhaseDoesNotBegin() throws IOException {
    try (ProfileFolder folder = new ProfileFolder(results)) {
      assertThat(profiled(in("high"), folder, "warm-up"))
          .extracting(RunEvent::kind, RunEvent::detail)
          .containsExactly(tuple(RunEvent.PROFILE_FAILED, "none of the phases began: high"));
    }
  }

  @Test
  void removesItsFilesWhenItIsClosed() throws IOException {
    ProfileFolder folder = new ProfileFolder(results);
    profiled(USUAL, folder, "test");
    folder.close();

    assertThat(results).isEmptyDirectory();
  }
}
