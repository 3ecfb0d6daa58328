package io.tidemark.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.cli.Benchmark;
import io.tidemark.cli.WorkerCommand;
import io.tidemark.features.Features;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The manifests are the rendered chart, and fit our commands, the image and each other. */
class ManifestsTest {
  private static final Path FOLDER = Chart.ROOT.resolve("deploy/kubernetes");
  private static final Path DOCKERFILE = Chart.ROOT.resolve("deploy/docker/Dockerfile");
  private static final String HEAD =
      "# Rendered from deploy/helm/tidemark; change the chart. See docs/how-to/kubernetes.md.\n";

  /** Resources of one template, without the lines that Helm adds. */
  private static String rendered(String template) {
    String source = "# Source: tidemark/templates/" + template;
    return Stream.of(Chart.render(Chart.RELEASE, List.of(), Chart.RUN).split("(?m)^---\n"))
        .filter(document -> document.startsWith(source))
        .map(document -> document.substring(source.length()).strip() + "\n")
        .reduce((first, second) -> first + "---\n" + second)
        .map(all -> HEAD + all)
        .orElseThrow();
  }

  /** With {@code -Dtidemark.write=true} they are written. */
  @ParameterizedTest
  @ValueSource(strings = {"workers.yaml:workers.yaml", "run.yaml:coordinator.yaml"})
  void theyAreRenderedFromTheChart(String templateAndFile) throws IOException {
    String rendered = rendered(templateAndFile.split(":")[0]);
    Path file = FOLDER.resolve(templateAndFile.split(":")[1]);
    if (Boolean.getBoolean("tidemark.write")) {
      Files.writeString(file, rendered);
    }
    assertThat(Files.readString(file)).isEqualTo(rendered);
  }

  @ParameterizedTest
  @MethodSource("io.tidemark.deployment.Chart#valueSetsOfJobs")
  void ourCommandsAcceptTheirArguments(List<Path> values) {
    List<JsonNode> resources = Chart.resources(values, Chart.RUN);
    JsonNode worker = Chart.container("StatefulSet", resources);
    JsonNode coordinator = Chart.container("Job", resources);
    List<String> served = Chart.arguments(worker);
    List<String> called = Chart.arguments(coordinator);
    new CommandLine(new WorkerCommand()).parseArgs(served.toArray(String[]::new));
    new Benchmark(Features.ALL).commandLine().parseArgs(called.toArray(String[]::new));

    JsonNode set = Chart.kind("StatefulSet", resources);
    JsonNode service = Chart.kind("Service", resources);
    String name = service.at("/metadata/name").asText();
    assertThat(service.at("/spec/clusterIP").asText()).isEqualTo("None");
    assertThat(set.at("/spec/serviceName").asText()).isEqualTo(name);
    assertThat(set.at("/metadata/name").asText()).as("pods are found by it").isEqualTo(name);
    assertThat(set.at("/spec/template/metadata/labels"))
        .isEqualTo(service.at("/spec/selector"))
        .isEqualTo(set.at("/spec/selector/matchLabels"));
    assertThat(after("--workers-dns", called)).isEqualTo(name + ":" + after("--port", served));
    assertThat(after("--workers-count", called)).isEqualTo(set.at("/spec/replicas").asText());
    assertThat(after("--token-file", called)).isEqualTo(after("--token-file", served));
    assertThat(called.contains("--insecure")).isEqualTo(served.contains("--insecure"));
    assertThat(called.contains("--tls-ca")).isNotEqualTo(called.contains("--insecure"));
    assertThat(served.contains("--tls-key")).isNotEqualTo(served.contains("--insecure"));
    assertThat(service.at("/spec/ports/0/port").asText()).isEqualTo(after("--port", served));
    assertThat(service.at("/spec/ports/1/port").asText()).isEqualTo(after("--stats-port", served));
  }

  private static String after(String option, List<String> arguments) {
    int index = arguments.indexOf(option);
    assertThat(index).as(option).isNotNegative();
    return arguments.get(index + 1);
  }

  @ParameterizedTest
  @MethodSource("io.tidemark.deployment.Chart#valueSetsOfJobs")
  void everyMountedPathHasAVolume(List<Path> values) {
    List<JsonNode> resources = Chart.resources(values, Chart.RUN);
    for (String kind : List.of("StatefulSet", "Job")) {
      JsonNode pod = Chart.podSpec(kind, resources);
      List<String> mounted = Chart.mountedPaths(pod);
      assertThat(Chart.arguments(pod.requiredAt("/containers/0")))
          .filteredOn(argument -> argument.startsWith("/"))
          .isNotEmpty()
          .allMatch(argument -> mounted.stream().anyMatch(argument::startsWith));
    }
  }

  @Test
  void probesUseThePathAndSchemeOfTheWorker() {
    assertThat(probe(Map.of()).toString()).isEqualTo("{\"path\":\"/ready\",\"port\":\"http\"}");
    assertThat(probe(Map.of("tls.secret", "t")).toString()).contains("\"scheme\":\"HTTPS\"");
    JsonNode mutual =
        Chart.container("StatefulSet", Chart.resources(List.of(Chart.valueSet("tls")), Map.of()));
    assertThat(mutual.at("/readinessProbe").has("tcpSocket"))
        .as("probes have no certificate")
        .isTrue();
  }

  private static JsonNode probe(Map<String, Object> set) {
    JsonNode worker = Chart.container("StatefulSet", Chart.resources(List.of(), set));
    JsonNode probe = worker.requiredAt("/readinessProbe/httpGet");
    assertThat(worker.requiredAt("/startupProbe/httpGet")).isEqualTo(probe);
    assertThat(worker.requiredAt("/livenessProbe/httpGet")).isEqualTo(probe);
    return probe;
  }

  private static String found(String expression, Path file) throws IOException {
    Matcher matcher = Pattern.compile(expression).matcher(Files.readString(file));
    assertThat(matcher.find()).as(expression + " in " + file).isTrue();
    return matcher.group(1);
  }

  /** The version is that of the poms; build/release sets all. */
  @Test
  void imageChartAndPomsHaveOneVersion() throws IOException {
    String version =
        found("<version>([^<]+)</version>", Chart.ROOT.resolve("pom.xml")).replace("-SNAPSHOT", "");
    Path chart = Chart.FOLDER.resolve("Chart.yaml");
    assertThat(found("(?m)^version: (.*)", chart)).isEqualTo(version);
    assertThat(found("(?m)^appVersion: (.*)", chart)).isEqualTo(version);
    String image = found("(?m)^image: (.*)", Chart.FOLDER.resolve("values.yaml"));
    assertThat(image).isEqualTo("tidemark:" + version);
  }

  @Test
  void theImageHasTheUserAndTheCommandsThatTheManifestsName() throws IOException {
    List<JsonNode> resources = Chart.resources(List.of(), Chart.RUN);
    List<String> commands = new ArrayList<>();
    for (String kind : List.of("StatefulSet", "Job")) {
      JsonNode pod = Chart.podSpec(kind, resources);
      assertThat(pod.requiredAt("/securityContext/runAsUser").asText())
          .isEqualTo(found("(?m)^USER (.*)", DOCKERFILE));
      pod.requiredAt("/containers/0/command").forEach(word -> commands.add(word.asText()));
    }
    assertThat(commands).contains("benchmark-worker", "benchmark");
    assertThat(Chart.container("Job", resources).required("workingDir").asText())
        .isEqualTo("/opt/tidemark");
    assertThat(found("(?m)^ENV PATH=([^:]*)", DOCKERFILE)).isEqualTo("/opt/tidemark/bin");
    String archived =
        Files.readString(Chart.ROOT.resolve("build/distribution/src/assembly/tarball.xml"));
    for (String command :
        List.of("benchmark", "benchmark-worker", "benchmark-k8s", "benchmark-nightly")) {
      assertThat(archived).contains("<include>" + command + "</include>");
      assertThat(Chart.ROOT.resolve("bin").resolve(command)).isExecutable();
    }
  }
}
