package io.tidemark.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The archive of {@code mvn -Pdist package}, from which the image is built. */
@Tag("release")
@EnabledIfSystemProperty(named = "tidemark.archive", matches = ".+", disabledReason = "-Pdist")
class ArchiveIT {
  private static final String ARCHIVE = System.getProperty("tidemark.archive");

  @TempDir static Path folder;
  private static Path home;

  @BeforeAll
  static void unpack() throws Exception {
    assertThat(output("tar", "-xzf", ARCHIVE + ".tar.gz")).isEmpty();
    List<Path> top = list(folder);
    assertThat(top).hasSize(1);
    home = top.get(0);
  }

  private static List<Path> list(Path parent) throws IOException {
    try (Stream<Path> files = Files.list(parent)) {
      return files.sorted().toList();
    }
  }

  private static String output(String... command) throws Exception {
    return Ended.output(new ProcessBuilder(command).directory(folder.toFile()));
  }

  @Test
  void hasTheFoldersOfAnInstallation() throws Exception {
    assertThat(home.getFileName().toString()).startsWith("tidemark-");
    assertThat(list(home))
        .extracting(path -> path.getFileName().toString())
        .contains(
            "bin", "brokers", "deploy", "docs", "drivers", "lib", "sbom", "studies", "workloads")
        .doesNotContain("framework", "build", "pom.xml");
    assertThat(list(home.resolve("drivers")))
        .extracting(path -> path.getFileName().toString())
        .containsExactly(
            "ibmmq", "inmemory", "kafka-strimzi", "mqtt", "rabbitmq-quorum", "rabbitmq-stream");
    assertThat(home.resolve("deploy/helm/tidemark/templates/_helpers.tpl")).exists();
  }

  @Test
  void itsCommandsRun() throws Exception {
    for (Path command : list(home.resolve("bin"))) {
      if (!command.endsWith("lib.sh")) {
        assertThat(command).isExecutable();
      }
    }
    assertThat(output(home + "/bin/benchmark-k8s", "--help")).startsWith("Usage: ");
    assertThat(output(home + "/bin/benchmark-nightly", "--help")).startsWith("Usage: ");
    assertThat(output(home + "/bin/benchmark-worker", "--help")).contains("--token-file");
    String plan =
        output(
            home + "/bin/benchmark",
            "--dry-run",
            "-d",
            home + "/driver-inmemory/inmemory.yaml",
            home + "/workloads/quickstart.yaml");
    assertThat(plan).contains("quickstart");
  }

  /** The installation cannot be written to, as in the image. */
  @Test
  void itsClassDataIsUsedOnceArchived() throws Exception {
    output("bash", "-c", ". '" + home + "/bin/lib.sh' && tidemark_archive_classes");
    assertThat(output("env", "JVM_OPTS=-Xlog:class+load", home + "/bin/benchmark", "--help"))
        .containsPattern("BenchmarkCommand source: shared objects file");
  }

  /** The libraries, not Tidemark itself. */
  @Test
  void everyLibraryIsInABillOfMaterials() throws Exception {
    Set<String> listed = new TreeSet<>();
    for (Path file : list(home.resolve("sbom"))) {
      JsonNode bom = new ObjectMapper().readTree(file.toFile());
      assertThat(bom.required("bomFormat").asText()).isEqualTo("CycloneDX");
      bom.required("components").forEach(each -> listed.add(fileName(each)));
    }
    Set<String> libraries = jars();
    libraries.removeIf(jar -> jar.matches("(benchmark|driver|local-brokers|tcp-proxy)-.*"));
    assertThat(listed).containsAll(libraries).noneMatch(jar -> jar.contains("mq.allclient"));
  }

  private static String fileName(JsonNode component) {
    Matcher classifier =
        Pattern.compile("classifier=([^&]+)").matcher(component.path("purl").asText());
    return "%s-%s%s.jar"
        .formatted(
            component.required("name").asText(),
            component.required("version").asText(),
            classifier.find() ? "-" + classifier.group(1) : "");
  }

  /** Carries out what the Dockerfile does with the archive. */
  @Test
  void theImagesLayersAreLibrariesThenLibrariesOfDriversThenOurCode(@TempDir Path image)
      throws Exception {
    Path unpacked = Files.createDirectories(image.resolve("opt"));
    output("tar", "-xzf", ARCHIVE + ".tar.gz", "-C", unpacked.toString());
    String version = home.getFileName().toString().replace("tidemark-", "");
    Matcher instruction =
        Pattern.compile("(?s)\nRUN (mv .*?[^\\\\])\n")
            .matcher(Files.readString(Chart.ROOT.resolve("deploy/docker/Dockerfile")));
    assertThat(instruction.find()).isTrue();
    String script = instruction.group(1).replaceAll("(?<![\\w.*])/(opt|layers)/", image + "/$1/");
    output("sh", "-c", script);

    Path code = image.resolve("opt/tidemark");
    Set<String> ours = jars(code);
    Set<String> libraries = jars(image.resolve("layers/libraries"));
    Set<String> drivers = jars(image.resolve("layers/drivers/drivers"));
    assertThat(ours).contains("benchmark-cli-" + version + ".jar");
    assertThat(ours)
        .allMatch(jar -> jar.matches(".*-\\Q" + version + "\\E(-sources|-javadoc)?\\.jar"));
    assertThat(libraries).anyMatch(jar -> jar.startsWith("jackson-databind-"));
    assertThat(drivers).anyMatch(jar -> jar.startsWith("kafka-clients-"));
    libraries.addAll(drivers);
    assertThat(libraries).noneMatch(jar -> jar.endsWith("-" + version + ".jar"));
    libraries.addAll(ours);
    assertThat(libraries).isEqualTo(jars());
  }

  /** File names of all libraries. */
  private static Set<String> jars() throws IOException {
    return jars(home);
  }

  private static Set<String> jars(Path root) throws IOException {
    List<Path> all = new ArrayList<>();
    try (Stream<Path> files = Files.walk(root)) {
      files.filter(file -> file.toString().endsWith(".jar")).forEach(all::add);
    }
    return all.stream()
        .map(file -> file.getFileName().toString())
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
