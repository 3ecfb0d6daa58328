package io.tidemark.features.profile.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.features.profile.stack.ProcessProfile.Pause;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProfileFileTest {
  @TempDir Path run;

  private static ProcessProfile profile(int version) {
    return new ProcessProfile(
        version,
        "broker 1",
        List.of("test"),
        "a JVM 17",
        30,
        0.5,
        FoldedStacks.of(Map.of("io;Log.append;Log.write", 3L, "io;Log.append", 1L)),
        FoldedStacks.NONE,
        FoldedStacks.NONE,
        FoldedStacks.NONE,
        List.of(new Pause(1_000, 20, "young")),
        new ErlangUse(
            List.of(new ErlangUse.Threads("scheduler", 2, Map.of("emulator", 5L, "sleep", 15L))),
            List.of(new ErlangUse.Memory("mnesia", 100)),
            List.of(new ErlangUse.Work("{rabbit_reader,10.0.0.7:34567 -> 10.0.0.1:5672}", 90)),
            120));
  }

  private Path file(String name) throws IOException {
    Files.createDirectories(run.resolve(ProfileFile.FOLDER));
    return run.resolve(ProfileFile.FOLDER).resolve(name + ProfileFile.ENDING);
  }

  @Test
  void readsWhatWasWritten() throws IOException {
    ProfileFile.write(profile(ProcessProfile.VERSION), file("broker-1"));
    Files.writeString(run.resolve("profile/broker-1.jfr"), "is not read");

    assertThat(ProfileFile.in(run)).containsExactly(profile(ProcessProfile.VERSION));
  }

  @Test
  void theKindOfAConnectionHasNoAddress() {
    assertThat(profile(ProcessProfile.VERSION).erlang().processes())
        .extracting(ErlangUse.Work::kind)
        .containsExactly("{rabbit_reader,client -> broker}");
  }

  @Test
  void readsTheErlangMachineOfAnEarlierVersion() throws IOException {
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file("broker-1")))) {
      out.write(
          """
          {"formatVersion": 1, "process": "broker 1", "phases": ["test"], "runtime": "Erlang/OTP 27",
           "seconds": 20, "erlang": {"threads": [], "memory": [{"part": "code", "bytes": 7}]}}
          """
              .getBytes(StandardCharsets.UTF_8));
    }

    assertThat(ProfileFile.in(run))
        .singleElement()
        .extracting(ProcessProfile::erlang)
        .isEqualTo(
            new ErlangUse(List.of(), List.of(new ErlangUse.Memory("code", 7)), List.of(), 0));
  }

  @Test
  void refusesAFileOfANewerVersion() throws IOException {
    ProfileFile.write(profile(ProcessProfile.VERSION + 1), file("broker-1"));

    assertThatThrownBy(() -> ProfileFile.in(run))
        .hasMessageContaining("broker-1.json.gz")
        .hasMessageContaining("formatVersion: got 2; allowed up to 1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"null", "{}", "[]", "5", "{\"process\": \"p\", \"runtime\": \"r\", \"cpu\": 5}"})
  void namesAFileThatIsNoProfile(String json) throws IOException {
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file("broker-1")))) {
      out.write(json.getBytes(StandardCharsets.UTF_8));
    }

    assertThatThrownBy(() -> ProfileFile.in(run))
        .isInstanceOf(IOException.class)
        .hasMessageEndingWith("broker-1.json.gz: not a profile, or damaged");
  }

  @Test
  void theHeaviestStackIsFirst() {
    assertThat(profile(1).cpu().lines())
        .containsExactly("io;Log.append;Log.write 3", "io;Log.append 1");
    assertThat(profile(1).cpu().total()).isEqualTo(4);
  }

  @Test
  void aFrameCountsOnceInEachStackAndItselfWhereItIsInnermost() {
    FoldedStacks recursive =
        FoldedStacks.of(Map.of("thread;A.a;B.b;A.a", 6L, "thread;A.a", 2L, "thread;C.c", 2L));

    List<FrameWeight> weights = FrameWeight.of(recursive);

    assertThat(weights).extracting(FrameWeight::frame).containsExactly("A.a", "C.c", "B.b");
    assertThat(weights.get(0).self()).isCloseTo(0.8, within(1e-9));
    assertThat(weights.get(0).total()).isCloseTo(0.8, within(1e-9));
    assertThat(weights.get(2).self()).isZero();
    assertThat(weights.get(2).total()).isCloseTo(0.6, within(1e-9));
  }

  @Test
  void aNameCannotBreakALine() {
    assertThat(FoldedStacks.frame("a;b\nc ")).isEqualTo("a,b c");
  }

  @Test
  void aLineThatIsNoStackIsLeftOut() {
    assertThat(new FoldedStacks(List.of("a;b", "a;b x", "a b 5")).total()).isEqualTo(5);
  }
}
