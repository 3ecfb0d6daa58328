package io.tidemark.brokers;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.brokers.process.Template;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script with an apt-get that plans one version of the server and has no packages. */
class UnpackRabbitMqScriptTest {
  @TempDir Path folder;

  @Test
  void saysWhichVersionTheMirrorHasInsteadAndDownloadsNothing() throws Exception {
    assertThat(unpack("4.4.0-1"))
        .endsWith(
            "the mirror has RabbitMQ 4.4.0-1 now, not 4.3.*: use another --version, or set"
                + " RABBITMQ_HOME to such a server\n");
    assertThat(folder.resolve("downloaded")).doesNotExist();
  }

  @Test
  void downloadsTheVersionThatIsWanted() throws Exception {
    assertThat(unpack("4.3.6-1")).contains("unpack the packages");
    assertThat(folder.resolve("downloaded")).hasContent("libc6 rabbitmq-server");
  }

  @Test
  void endsWhenTheProcessThatStartedItHasEnded() throws Exception {
    Process process = start("exec sleep 600");
    process.getOutputStream().close(); // As by SIGKILL.
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.descendants()).isEmpty();
  }

  /** What it printed. */
  private String unpack(String planned) throws Exception {
    Process process =
        start(
            """
            case "$*" in
              *' install '*)
                echo "Inst libc6 (2.42-1 Debian:unstable [amd64])"
                echo "Inst rabbitmq-server (%s Debian:unstable [all])"
                echo "Conf rabbitmq-server (%s Debian:unstable [all])" ;;
              *' download '*) echo "${*##* download }" >> %s ;;
            esac
            """
                .formatted(planned, planned, folder.resolve("downloaded")));
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  /** With this script as apt-get. */
  private Process start(String aptGet) throws Exception {
    Path program = Files.createDirectories(folder.resolve("bin")).resolve("apt-get");
    Files.writeString(program, "#!/bin/sh\n" + aptGet);
    assertThat(program.toFile().setExecutable(true)).isTrue();
    String script = Template.fill("unpack-rabbitmq.sh", Map.of("state", "tidemark"));
    ProcessBuilder builder =
        new ProcessBuilder(
            "setsid", "sh", "-c", script, "unpack", "isolated", "4.3.", "rabbitmq-server");
    builder.environment().put("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));
    return builder
        .directory(Files.createDirectory(folder.resolve("work")).toFile())
        .redirectErrorStream(true)
        .start();
  }
}
