package io.tidemark.brokers.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartScriptTest {
  @TempDir Path folder;

  private ManagedProcess process(Map<String, String> variables, String... command)
      throws Exception {
    Files.writeString(
        folder.resolve("start.sh"), StartScript.render(folder, variables, List.of(command)));
    return new ManagedProcess("test", folder);
  }

  @Test
  void passesWordsAndVariablesUnchanged() throws Exception {
    ManagedProcess process =
        process(
            Map.of("GREETING", "it's $HOME"),
            "sh",
            "-c",
            "echo \"$GREETING\" \"$1\"",
            "name",
            "a  b*'\"");
    process.start();
    Awaitility.await("output").until(() -> Files.readString(process.logFile()).endsWith("\n"));
    assertThat(Files.readString(process.logFile())).isEqualTo("it's $HOME a  b*'\"\n");
  }

  @Test
  void theProcessIsKnownByItsOwnPidFreezesResumesAndDiesWithItsChildren() throws Exception {
    ManagedProcess process = process(Map.of(), "sh", "-c", "sleep 600 & echo $! > child; wait");
    process.start();
    ProcessIdentity identity = process.alive().orElseThrow();
    Awaitility.await("child")
        .until(
            () ->
                Files.exists(folder.resolve("child"))
                    && !Files.readString(folder.resolve("child")).isBlank());
    ProcessIdentity child =
        ProcessIdentity.of(Long.parseLong(Files.readString(folder.resolve("child")).strip()))
            .orElseThrow();
    assertThat(process.alive()).hasValue(identity);
    process.freeze();
    assertThat(identity.isFrozen()).isTrue();
    process.resume();
    assertThat(identity.isFrozen()).isFalse();
    process.kill();
    assertThat(identity.isAlive()).isFalse();
    Awaitility.await("end of the child").until(() -> !child.isAlive());
  }

  @Test
  void aProcessIsLimitedToOneCpu() throws Exception {
    ManagedProcess process = process(Map.of(), "sleep", "600");
    process.limitCpus(1, 1);
    process.start();
    try {
      Awaitility.await("the limit that its script sets")
          .ignoreExceptionsInstanceOf(NoSuchFileException.class)
          .untilAsserted(
              () ->
                  assertThat(CpuLimitTest.cpusOf(process.pid().getAsLong(), folder)).isEqualTo(1));
    } finally {
      process.kill();
    }
    Path group = folder.resolve("control-group");
    if (Files.exists(group)) {
      assertThat(Path.of(Files.readString(group).strip())).doesNotExist();
    }
  }

  @Test
  void aReusedPidIsAnotherProcess() {
    ProcessIdentity self = ProcessIdentity.ofThisProcess();
    ProcessIdentity earlier = new ProcessIdentity(self.pid(), self.startTicks() - 1);
    assertThat(self.isAlive()).isTrue();
    assertThat(earlier.isAlive()).isFalse();
    assertThat(ProcessIdentity.parse(self.asText())).hasValue(self);
    assertThat(ProcessIdentity.parse("12")).isEmpty();
  }
}
