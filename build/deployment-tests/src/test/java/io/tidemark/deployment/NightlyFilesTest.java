package io.tidemark.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.cli.Benchmark;
import io.tidemark.features.Features;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The examples of {@code deploy/history} without a run; NightlyFilesIT carries them out. */
class NightlyFilesTest {
  @TempDir Path folder;

  private String nightly(int code, String... arguments) throws Exception {
    List<String> line = new ArrayList<>(List.of(Chart.ROOT + "/bin/benchmark-nightly"));
    line.addAll(List.of(arguments));
    Ended ended = Ended.of(new ProcessBuilder(line).directory(folder.toFile()));
    return ended.withCode(code);
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
    List<String> mounted = Chart.mountedPaths(pod);
    List<String> line = NightlyFiles.cronJobCommand();
    assertThat(line)
        .map(word -> word.replaceFirst("^--[a-z-]+=", ""))
        .filteredOn(word -> word.startsWith("/"))
        .hasSize(5)
        .allMatch(path -> mounted.stream().anyMatch(each -> path.startsWith(each + "/")));
    new Benchmark(Features.ALL)
        .commandLine()
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

  /** A command that leaves a result, a line of a history, and a page; with a full disk no line. */
  private static final String COMMANDS =
      """
      case "$1 $2" in
        "history add") shift 2; [ ! -e full ] || exit 3; echo "$*" >>history/lines ;;
        "history check")
          case "$*" in *wrong*) exit 2 ;; *--dry-run*) ;; *absent*) exit 2 ;; *slower*) exit 1 ;; esac ;;
        "history trend") echo page >public/index.html ;;
        *) while [ "$1" != --results-dir ]; do shift; done; mkdir -p "$2" ;;
      esac
      """;

  private static final String REPOSITORY =
      """
      git init -q --bare -b main origin.git; git clone -q origin.git bench; cd bench
      git checkout -q -b main; echo results/ >.gitignore; git add -A; git commit -qm Begin
      git push -q origin main
      """;

  private String bash(String script) throws Exception {
    Path commands = Files.createDirectories(folder.resolve("bin"));
    Files.copy(
        Chart.ROOT.resolve("bin/benchmark-nightly"),
        commands.resolve("benchmark-nightly"),
        StandardCopyOption.REPLACE_EXISTING,
        StandardCopyOption.COPY_ATTRIBUTES);
    Path command = Files.writeString(commands.resolve("benchmark"), "#!/bin/sh\n" + COMMANDS);
    assertThat(command.toFile().setExecutable(true)).isTrue();
    String head =
        "export GIT_CONFIG_GLOBAL=/dev/null; for who in AUTHOR COMMITTER; do export"
            + " GIT_${who}_NAME=T GIT_${who}_EMAIL=t@example.com; done; nightly() { ../bin/benchmark-nightly"
            + " \"$@\" -- w.yaml || echo \"code $?\"; }\n";
    return Ended.output(
        new ProcessBuilder("bash", "-ec", head + script).directory(folder.toFile()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ln -sf ../../victim/file public/index.html",
        "ln -sf ../../victim/file history/lines",
        "ln -s ../../victim public/reports",
        "rm -r history; ln -s ../victim history",
        "ln -s ../victim results; git add -f results"
      })
  void linksOfAnotherWriterOfTheRepositoryAreRefused(String evil) throws Exception {
    String printed =
        bash(
            "mkdir victim; echo precious >victim/file; "
                + REPOSITORY
                + "nightly --push; cd ..; git clone -q origin.git evil; cd evil; "
                + evil
                + "; git add -A; git commit -qm Evil; git push -q origin main; cd ../bench; rm -rf"
                + " results; nightly --push --reports; nightly --push --reports; ls ../victim; cat"
                + " ../victim/file");
    assertThat(printed.split("code [23]", -1)).as(printed).hasSize(3);
    assertThat(printed).contains("symbolic link").endsWith("\nfile\nprecious\n");
  }

  @Test
  void aNightThatCouldNotBeAddedIsAddedByTheNextOneWithItsLabels() throws Exception {
    String printed =
        bash(
            "mkdir bench; cd bench; touch full; nightly --label a=1 --test-bed 'my bed'; rm full;"
                + " nightly --label a=2; nightly; cat history/lines; ls results");
    assertThat(printed).contains("code 3").doesNotContain(".todo", ".running");
    List<String> lines = printed.lines().filter(line -> line.contains(" --store ")).toList();
    assertThat(lines).hasSize(3);
    assertThat(lines.get(0)).endsWith("--test-bed my bed --label a=1");
    assertThat(lines.get(1)).endsWith("--label a=2").doesNotContain("bed");
    assertThat(lines.get(2)).doesNotContain("--label");
  }

  @Test
  void aWrongLimitEndsTheCommandBeforeTheRun() throws Exception {
    assertThat(bash("mkdir bench; cd bench; nightly --fail-if wrong; ls")).isEqualTo("code 2\n");
  }

  @ParameterizedTest
  @CsvSource({"slower, 1", "absent, 2"})
  void aNightThatFailsIsAddedToo(String limit, int code) throws Exception {
    String printed =
        bash(
            "mkdir -p bench/history; cd bench; touch history/.gitattributes; nightly --fail-if %s;"
                    .formatted(limit)
                + " wc -l <history/lines");
    assertThat(printed).contains("code " + code).endsWith("1\n");
  }
}
