package io.tidemark.features.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.workloadfile.WorkloadReader;
import io.tidemark.model.yaml.Overrides;
import io.tidemark.model.yaml.Problem;
import io.tidemark.model.yaml.Problem.Severity;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.ReadOptions;
import io.tidemark.runs.Installation;
import io.tidemark.runs.suite.DriverChecks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every study of {@code studies} is read with all its driver files, workloads and variants. */
class StudyFilesTest {
  private static final Path ROOT = Path.of("../..");
  private static final Path STUDIES = ROOT.resolve("studies");

  /** How many CPUs this machine can limit a broker to is no property of the file. */
  private static final String OF_THE_MACHINE = "options.cpus: ";

  private static final Map<String, String> ENVIRONMENT = new HashMap<>();

  static {
    for (String name : List.of("BOOTSTRAP", "REGULAR", "SUBMARINER", "CILIUM", "PLAIN", "MESH")) {
      ENVIRONMENT.put("KAFKA_" + name, "a.example.com:9092");
    }
    ENVIRONMENT.put("KAFKA_MESH_MTLS", "a.example.com:9092");
    ENVIRONMENT.put("KAFKA_TLS_BOOTSTRAP", "a.example.com:9093");
    String pem = keyAndCertificate();
    for (String name : List.of("CA", "CERTIFICATE", "KEY")) {
      ENVIRONMENT.put("KAFKA_" + name, pem);
    }
    ENVIRONMENT.put("RABBITMQ_URIS", "amqp://u:p@a.example.com:5672,amqp://u:p@b.example.com:5672");
    ENVIRONMENT.put("RABBITMQ_STREAM_URIS", "rabbitmq-stream://u:p@a.example.com:5552");
    ENVIRONMENT.put("RABBITMQ_310_URIS", "amqp://u:p@c.example.com:5672");
    ENVIRONMENT.put("RABBITMQ_310_STREAM_URIS", "rabbitmq-stream://u:p@c.example.com:5552");
    ENVIRONMENT.put("RABBITMQ_310_MANAGEMENT", "http://c.example.com:15672");
    ENVIRONMENT.put("RABBITMQ_MANAGEMENT", "http://a.example.com:15672");
    ENVIRONMENT.put("RABBITMQ_STANDBY_URIS", "amqp://u:p@c.example.com:5672");
    ENVIRONMENT.put("RABBITMQ_STANDBY_MANAGEMENT", "http://c.example.com:15672");
    for (String command : List.of("SITES_REPLICATE", "SITE_A_FAIL", "SITE_B_PROMOTE")) {
      ENVIRONMENT.put(command, "true");
    }
    for (String name : List.of("CONNECTIONS", "SIQM", "NHA", "NHA_CRR")) {
      ENVIRONMENT.put("MQ_" + name, "a.example.com(1414), b.example.com(1414)");
    }
    ENVIRONMENT.put("MQ_PASSWORD", "p");
    ENVIRONMENT.put("MQ_TRUST_STORE_PASSWORD", "p");
  }

  /** Kafka's clients read them before a run; each takes what it needs. */
  private static String keyAndCertificate() {
    String command =
        "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=a -keyout /dev/stdout"
            + " -out /dev/stdout 2>/dev/null";
    try {
      Process openssl = new ProcessBuilder("sh", "-c", command).start();
      return new String(openssl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private final Problems problems = new Problems();
  private final ReadOptions options = new ReadOptions(false, ENVIRONMENT, ROOT);

  static List<Path> studies() throws IOException {
    try (Stream<Path> files = Files.list(STUDIES)) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("studies")
  void isReadWithItsVariants(Path file) throws IOException {
    Study study = StudyReader.read(file, false, problems).orElseThrow();
    assertThat(study.compare()).isNotEmpty();
    assertThat(problems.all()).extracting(Problem::oneLine).isEmpty();
    readVariants(study);
    assertThat(
            problems.all().stream()
                .filter(problem -> problem.severity() == Severity.ERROR)
                .filter(problem -> !problem.message().startsWith(OF_THE_MACHINE))
                .map(Problem::oneLine))
        .isEmpty();
  }

  private void readVariants(Study study) {
    Set<Object> seen = new HashSet<>();
    for (Study.Combination each : study.combinations()) {
      if (seen.add(List.of(each.environment(), each.ofDriver(), each.variables()))) {
        readDriver(each);
      }
      if (seen.add(List.of(each.workload(), each.ofWorkload()))) {
        new WorkloadReader(options, problems).read(each.workload(), each.ofWorkload());
      }
    }
  }

  private void readDriver(Study.Combination each) {
    Path file = each.environment().driver();
    Overrides overrides = each.environment().overrides().and(each.ofDriver());
    try {
      Map<String, String> variables = new HashMap<>(options.environment());
      variables.putAll(each.variables());
      new DriverChecks(Installation.catalog(), problems)
          .read(file, overrides, new ReadOptions(false, variables, ROOT));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("studies")
  void isInTheIndexAndNamesItsSchema(Path file) throws IOException {
    assertThat(Files.readString(STUDIES.resolve("README.md")))
        .contains("](" + file.getFileName() + ")");
    assertThat(Files.readString(file))
        .startsWith("# yaml-language-server: $schema=study.schema.json\n")
        .contains("name: " + file.getFileName().toString().replaceFirst("\\.yaml$", "") + "\n");
  }

  @Test
  void eachPublishedFigureBelongsToAWorkloadOfItsStudy() throws IOException {
    for (Path file : studies()) {
      Study study = StudyReader.read(file, false, problems).orElseThrow();
      List<String> workloads =
          study.workloads().stream()
              .map(path -> path.getFileName().toString().replaceFirst("\\.yaml$", ""))
              .toList();
      assertThat(study.lines())
          .as(file.toString())
          .allSatisfy(
              line -> line.workload().ifPresent(name -> assertThat(workloads).contains(name)));
    }
  }
}
