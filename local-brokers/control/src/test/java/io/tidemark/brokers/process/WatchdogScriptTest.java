package io.tidemark.brokers.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The watchdog's script with a docker command that only notes what it was asked. */
class WatchdogScriptTest {
  @TempDir Path folder;

  /** Lets it think that its owner has ended, and returns when it has done its work. */
  private void ownerEnds(String after, String dockerScript) throws Exception {
    Path cluster = Files.createDirectories(folder.resolve("cluster"));
    Files.writeString(cluster.resolve("containers"), "unix:///run/docker.sock tidemark-mine-1\n");
    Path program = Files.createDirectories(folder.resolve("bin")).resolve("docker");
    Files.writeString(
        program, "#!/bin/sh\necho \"$@\" >> " + folder.resolve("asked") + "\n" + dockerScript);
    assertThat(program.toFile().setExecutable(true)).isTrue();
    String script;
    try (InputStream in = Watchdog.class.getResourceAsStream("/io/tidemark/brokers/watchdog.sh")) {
      script = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    ProcessBuilder builder =
        new ProcessBuilder("sh", "-c", script, "watchdog", cluster.toString(), after);
    builder.environment().put("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));
    Process process = builder.redirectErrorStream(true).start();
    process.getOutputStream().close();
    process.getInputStream().readAllBytes();
    process.waitFor();
  }

  @Test
  void removesTheContainersTheNetworkAndTheDirectory() throws Exception {
    ownerEnds("remove", "case \"$*\" in *' ps '*) echo c1; echo c2;; esac\n");
    assertThat(folder.resolve("asked"))
        .hasContent(
            """
            --host unix:///run/docker.sock ps --all --quiet --filter label=io.tidemark.cluster=tidemark-mine-1
            --host unix:///run/docker.sock rm --force --volumes c1 c2
            --host unix:///run/docker.sock network rm tidemark-mine-1
            """);
    assertThat(folder.resolve("cluster")).doesNotExist();
  }

  @Test
  void onlyEndsThemWhereTheDataIsKept() throws Exception {
    ownerEnds("keep", "case \"$*\" in *' ps '*) echo c1;; esac\n");
    assertThat(folder.resolve("asked")).content().contains("kill c1").doesNotContain(" rm ");
    assertThat(folder.resolve("cluster")).exists();
  }

  @Test
  void leavesTheDirectoryToTheNextStartWhereDockerDoesNotWork() throws Exception {
    ownerEnds("remove", "exit 1\n");
    assertThat(folder.resolve("cluster/containers")).exists();
  }
}
