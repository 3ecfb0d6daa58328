package io.tidemark.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What the examples of {@code deploy/history} run each night. */
final class NightlyFiles {
  /** Where they have the installation and the clone. */
  static final String INSTALLATION = "/opt/tidemark/bin";

  static final String CLONE = "/srv/bench";

  private static final Path FOLDER = Chart.ROOT.resolve("deploy/history");
  private static final int FIELDS_OF_CRON = 5;

  private NightlyFiles() {}

  /** The lines of the crontab, without comments. */
  static List<String> crontab() throws IOException {
    return Files.readAllLines(FOLDER.resolve("crontab")).stream()
        .filter(line -> !line.startsWith("#"))
        .toList();
  }

  /** What cron gives to the shell. */
  static String cronCommand() throws IOException {
    List<String> jobs = crontab().stream().filter(line -> line.matches("[\\d*].*")).toList();
    assertThat(jobs).hasSize(1);
    String[] parts = jobs.get(0).split("\\s+", FIELDS_OF_CRON + 1);
    String command = parts[FIELDS_OF_CRON];
    assertThat(command).as("% is a line feed in a crontab").doesNotContainPattern("(?<!\\\\)%");
    return command.replace("\\%", "%");
  }

  static JsonNode workflow() throws IOException {
    return Chart.resources(Files.readString(FOLDER.resolve("github-workflow.yml"))).get(0);
  }

  /** The scripts of the workflow's steps, in their order. */
  static List<String> scriptsOfTheWorkflow() throws IOException {
    List<String> scripts = new ArrayList<>();
    for (JsonNode step : workflow().requiredAt("/jobs/benchmark/steps")) {
      if (step.has("run")) {
        scripts.add(step.required("run").asText());
      }
    }
    assertThat(scripts).isNotEmpty();
    return scripts;
  }

  static List<JsonNode> cronJobFile() throws IOException {
    return Chart.resources(Files.readString(FOLDER.resolve("cronjob.yaml")));
  }

  static JsonNode podOfTheCronJob() throws IOException {
    return Chart.kind("CronJob", cronJobFile()).requiredAt("/spec/jobTemplate/spec/template/spec");
  }

  /** Command and arguments of the container. */
  static List<String> cronJobCommand() throws IOException {
    JsonNode container = podOfTheCronJob().requiredAt("/containers/0");
    List<String> line = new ArrayList<>();
    container.required("command").forEach(word -> line.add(word.asText()));
    line.addAll(Chart.arguments(container));
    return line;
  }
}
