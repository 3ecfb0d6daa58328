package io.tidemark.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.cli.BenchmarkCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The examples of {@code deploy/history} without a run; NightlyFilesIT carries them out. */
class NightlyFilesTest {
  @TempDir Path folder;

  private String nightly(int code, String... arguments) throws Exception {
    List<String> line = new ArrayList<>(List.of(Chart.ROOT + "/bin/benchmark-nightly"));
    line.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(line).directory(folder.toFile()).redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(printed).isEqualTo(code);
    return printed;
  }

  @Test
  void theCronJobHasOnlyFieldsOfKubernetes() throws Exception {
    for (JsonNode each : NightlyFiles.cronJobFile()) {
      assertThat(KubernetesModels.read(each).getMetadata().getName()).isEqualTo("tidemark-history");
    }
  }

  @Test
  void itsPodIsThatOfTheChartsCoordinator() throws IOException {
    JsonNode pod = NightlyFiles.podOfTheCronJob();
    List<JsonNode> resources = Chart.resources(List.of(), Chart.RUN);
    JsonNode coordinator = Chart.podSpec("Job", resources);
    for (String field :
        List.of("securityContext", "automountServiceAccountToken", "restartPolicy")) {
      assertThat(pod.required(field)).isEqualTo(coordinator.required(field));
    }
    JsonNode container = pod.requiredAt("/containers/0");
    for (String field : List.of("image", "securityContext", "workingDir")) {
      assertThat(container.required(field))
          .isEqualTo(coordinator.requiredAt("/containers/0").required(field));
    }
  }

  @Test
  void itsPathsAreMountedAndItsRunIsOneOfOurs() throws IOException {
    JsonNode pod = NightlyFiles.podOfTheCronJob();
    List<String> volumes = new ArrayList<>();
    pod.required("volumes").forEach(each -> volumes.add(each.required("name").asText()));
    List<String> paths = new ArrayList<>();
    for (JsonNode mount : pod.requiredAt("/containers/0/volumeMounts")) {
      assertThat(volumes).contains(mount.required("name").asText());
      paths.add(mount.required("mountPath").asText() + "/");
    }
    List<String> line = NightlyFiles.cronJobCommand();
    assertThat(line)
        .map(word -> word.replaceFirst("^--[a-z-]+=", ""))
        .filteredOn(word -> word.startsWith("/"))
        .hasSize(5)
        .allMatch(path -> paths.stream().anyMatch(path::startsWith));
    new CommandLine(new BenchmarkCommand())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .parseArgs(line.subList(line.indexOf("--") + 1, line.size()).toArray(String[]::new));
    assertThat(pod.at("/volumes/2/persistentVolumeClaim/claimName"))
        .isEqualTo(
            Chart.kind("PersistentVolumeClaim", NightlyFiles.cronJobFile()).at("/metadata/name"));
  }

  @Test
  void theWorkflowMayPushAndRunsOnceAtATime() throws IOException {
    JsonNode workflow = NightlyFiles.workflow();
    assertThat(workflow.at("/permissions/contents").asText()).isEqualTo("write");
    assertThat(workflow.at("/concurrency").asText()).isNotEmpty();
    assertThat(workflow.at("/on/schedule/0/cron").asText()).matches("\\d+ \\d+ \\* \\* \\*");
    assertThat(NightlyFiles.crontab()).anyMatch(line -> line.contains(NightlyFiles.INSTALLATION));
    assertThat(NightlyFiles.cronCommand()).startsWith("cd " + NightlyFiles.CLONE + " && ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--store|--store needs a value",
        "-d d.yaml|unknown argument -d; arguments of bin/benchmark are after --",
        "--store history|the suite is missing",
        "--push -- -d d.yaml w.yaml|is in no Git repository"
      })
  void wrongArgumentsAreNamed(String arguments, String message) throws Exception {
    assertThat(nightly(2, arguments.split(" "))).contains(message);
  }

  @Test
  void theHelpNamesAllOptions() throws Exception {
    String help = nightly(0, "--help");
    for (String word : NightlyFiles.cronJobCommand()) {
      if (word.matches("--(store|site|results-dir|reports).*")) {
        assertThat(help).contains("  " + word.replaceFirst("=.*", "") + " ");
      }
    }
    assertThat(folder).isEmptyDirectory();
  }
}
