package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The manifests fit our commands and each other. */
class DeployFilesTest {
  private static final Path ROOT = Path.of("../..");
  private static final Path DOCKERFILE = ROOT.resolve("deploy/docker/Dockerfile");
  private static final Path FOLDER = ROOT.resolve("deploy/kubernetes");
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  private static List<JsonNode> documents(String file) throws IOException {
    return YAML.readerFor(JsonNode.class)
        .<JsonNode>readValues(FOLDER.resolve(file).toFile())
        .readAll();
  }

  private static JsonNode kind(List<JsonNode> documents, String kind) {
    return documents.stream()
        .filter(each -> each.required("kind").asText().equals(kind))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + kind));
  }

  private static String[] arguments(JsonNode container) {
    List<String> arguments = new ArrayList<>();
    container.required("args").forEach(each -> arguments.add(each.asText()));
    return arguments.toArray(String[]::new);
  }

  private static String after(String option, String[] arguments) {
    int index = List.of(arguments).indexOf(option);
    assertThat(index).as(option).isNotNegative();
    return arguments[index + 1];
  }

  @Test
  void workersAreCalledAsTheServiceSays() throws IOException {
    List<JsonNode> documents = documents("workers.yaml");
    JsonNode service = kind(documents, "Service");
    JsonNode set = kind(documents, "StatefulSet");
    String name = service.requiredAt("/metadata/name").asText();
    assertThat(service.requiredAt("/spec/clusterIP").asText()).isEqualTo("None");
    assertThat(set.requiredAt("/spec/serviceName").asText()).isEqualTo(name);
    assertThat(set.requiredAt("/spec/template/metadata/labels"))
        .isEqualTo(service.requiredAt("/spec/selector"))
        .isEqualTo(set.requiredAt("/spec/selector/matchLabels"));

    JsonNode container = set.requiredAt("/spec/template/spec/containers/0");
    assertThat(container.requiredAt("/command/0").asText()).isEqualTo("benchmark-worker");
    String[] arguments = arguments(container);
    new CommandLine(new WorkerCommand()).parseArgs(arguments);
    assertThat(after("--port", arguments))
        .isEqualTo(service.requiredAt("/spec/ports/0/port").asText());
    assertThat(after("--stats-port", arguments))
        .isEqualTo(service.requiredAt("/spec/ports/1/port").asText());
    assertThat(container.requiredAt("/ports/0/containerPort").asText())
        .isEqualTo(after("--port", arguments));
    assertThat(container.requiredAt("/readinessProbe/httpGet/path").asText()).isEqualTo("/ready");
  }

  @Test
  void theCoordinatorWaitsForAllWorkersWithTheirToken() throws IOException {
    JsonNode set = kind(documents("workers.yaml"), "StatefulSet");
    JsonNode job = kind(documents("coordinator.yaml"), "Job");
    JsonNode claim = kind(documents("coordinator.yaml"), "PersistentVolumeClaim");
    JsonNode worker = set.requiredAt("/spec/template/spec/containers/0");
    JsonNode coordinator = job.requiredAt("/spec/template/spec/containers/0");

    String[] arguments = arguments(coordinator);
    assertThat(coordinator.requiredAt("/command/0").asText()).isEqualTo("benchmark");
    Main.commandLine().parseArgs(arguments);
    assertThat(after("--workers-dns", arguments))
        .isEqualTo(
            set.requiredAt("/spec/serviceName").asText()
                + ":"
                + after("--port", arguments(worker)));
    assertThat(after("--workers-count", arguments))
        .isEqualTo(set.requiredAt("/spec/replicas").asText());
    assertThat(after("--token-file", arguments))
        .isEqualTo(after("--token-file", arguments(worker)));
    assertThat(job.requiredAt("/spec/template/spec/volumes/0"))
        .isEqualTo(set.requiredAt("/spec/template/spec/volumes/0"));
    assertThat(coordinator.required("image")).isEqualTo(worker.required("image"));
    assertThat(
            job.requiredAt("/spec/template/spec/volumes/2/persistentVolumeClaim/claimName")
                .asText())
        .isEqualTo(claim.requiredAt("/metadata/name").asText());
  }

  private static List<String> instructions(String name) throws IOException {
    return Files.readAllLines(DOCKERFILE).stream()
        .filter(line -> line.startsWith(name + " "))
        .map(line -> line.substring(name.length() + 1))
        .toList();
  }

  private static String found(String expression, Path file) throws IOException {
    Matcher matcher = Pattern.compile(expression).matcher(Files.readString(file));
    assertThat(matcher.find()).as(expression + " in " + file).isTrue();
    return matcher.group(1);
  }

  /** No image is built here: each instruction is held against what the archive is made of. */
  @Test
  void theImageIsMadeOfTheArchive() throws IOException {
    assertThat(Files.readAllLines(DOCKERFILE))
        .allMatch(line -> line.matches("(#|FROM|ADD|RUN|ENV|USER|WORKDIR|CMD).*"));
    Path distribution = ROOT.resolve("build/distribution");
    String version = found("<version>([^<]+)</version>", ROOT.resolve("pom.xml"));
    String archive =
        found("<finalName>(tidemark-[^<]+)</finalName>", distribution.resolve("pom.xml"))
            .replace("${project.version}", version);
    Path assembly = distribution.resolve("src/assembly/tarball.xml");
    String format = found("<format>([^<]+)</format>", assembly);
    String folder =
        found("<baseDirectory>([^<]+)</baseDirectory>", assembly)
            .replace("${project.version}", version);

    String[] add = instructions("ADD").get(0).split(" ");
    assertThat(add).hasSize(2);
    assertThat(archive + "." + format).matches(add[0].replace(".", "\\.").replace("*", ".*"));
    assertThat(instructions("RUN").get(0)).startsWith("mv " + add[1] + "tidemark-* /opt/tidemark ");
    assertThat(folder).startsWith("tidemark-");
    assertThat(instructions("ENV")).containsExactly("PATH=/opt/tidemark/bin:$PATH");
    assertThat(found("(mvn [^`]*package)", DOCKERFILE))
        .as("only this profile makes the archive")
        .contains("-Pdist")
        .isEqualTo(found("(mvn [^`]*package)", ROOT.resolve("docs/how-to/kubernetes.md")));
  }

  @Test
  void theImageHasTheUserAndTheCommandsThatTheManifestsName() throws IOException {
    String user = instructions("USER").get(0);
    assertThat(instructions("RUN").get(0)).contains("useradd --uid " + user + " ");
    String archived = Files.readString(ROOT.resolve("build/distribution/src/assembly/tarball.xml"));
    String byDefault = instructions("CMD").get(0).replaceAll("\\[\"([^\"]+)\".*", "$1");
    List<String> commands = new ArrayList<>(List.of(byDefault));
    for (JsonNode pod :
        List.of(
            kind(documents("workers.yaml"), "StatefulSet").requiredAt("/spec/template/spec"),
            kind(documents("coordinator.yaml"), "Job").requiredAt("/spec/template/spec"))) {
      assertThat(pod.requiredAt("/securityContext/runAsUser").asText()).isEqualTo(user);
      assertThat(pod.requiredAt("/containers/0/image").asText())
          .isEqualTo(found("-t (\\S+)", DOCKERFILE));
      commands.add(pod.requiredAt("/containers/0/command/0").asText());
    }
    assertThat(commands).containsExactly("benchmark", "benchmark-worker", "benchmark");
    for (String command : commands) {
      assertThat(archived).contains("<include>" + command + "</include>");
      assertThat(ROOT.resolve("bin").resolve(command)).isExecutable();
    }
  }
}
