package io.tidemark.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.worker.driver.Capability;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Pages for authors of drivers quote code that tests compile and run. */
class DriverGuideTest {
  private static final String TEMPLATE = "sdk/driver-template/";
  private static final String EXAMPLE = "sdk/driver-nats/";
  private static final Pattern DEPENDENCY =
      Pattern.compile("<artifactId>([\\w.-]+)</artifactId>\\s*<version>([\\d.]+)</version>");
  private static final Pattern PROPERTY = Pattern.compile("<([\\w.-]+\\.version)>([\\d.]+)</");

  /**
   * DriverProjectIT builds and runs a copy of the template, NatsDriverIT the example. Neither
   * broker has a mechanism for replies, so that chapter quotes a driver of ours.
   */
  @Test
  void theTutorialQuotesTheTemplateAndTheExample() {
    assertQuoted(
        "docs/how-to/write-a-driver.md",
        4,
        path -> path.startsWith(TEMPLATE) || path.startsWith(EXAMPLE));
  }

  @Test
  void eachCapabilityHasACompiledExample() {
    String examples =
        Checkout.files(path -> path.endsWith("/CapabilityExamples.java"))
            .map(Checkout::text)
            .findFirst()
            .orElseThrow();
    assertThat(Capability.values())
        .allSatisfy(each -> assertThat(examples).containsPattern("\\b" + each.type() + "\\b"));
  }

  private static void assertQuoted(String page, int least, Predicate<String> sources) {
    List<String> texts =
        Checkout.files(sources).map(file -> withoutIndents(Checkout.text(file))).toList();
    List<DocumentPage.Block> code =
        Checkout.page(page).blocks().stream().filter(b -> !b.language().isEmpty()).toList();
    assertThat(code).hasSizeGreaterThan(least);
    assertThat(code)
        .allSatisfy(
            block ->
                assertThat(texts)
                    .as("%s:%s", page, block.line())
                    .anyMatch(text -> text.contains(withoutIndents(block.text()))));
  }

  private static String withoutIndents(String text) {
    return text.lines().map(String::strip).collect(Collectors.joining("\n"));
  }

  /** Template and example are other projects and cannot inherit them. */
  @Test
  void projectsOfDriversHaveTheVersionsOfThisBuild() {
    Map<String, String> ours = versions("pom.xml");
    Map<String, String> template = versions(TEMPLATE + "pom.xml");
    assertThat(template).hasSizeGreaterThan(5);
    assertThat(ours).containsAllEntriesOf(template);
    assertThat(ours).containsAllEntriesOf(versions(EXAMPLE + "pom.xml"));
  }

  @Test
  void aNewProjectHasDriverFilesForOneNodeThreeNodesAndABrokerThatRuns() {
    for (String project : List.of(TEMPLATE, EXAMPLE)) {
      assertThat(yamlFiles(project))
          .extracting(file -> String.valueOf(file.getFileName()))
          .containsExactlyInAnyOrder(
              "cluster.yaml", "local.yaml", "local-1node.yaml", "workload.yaml");
      assertThat(yamlFiles(project))
          .allSatisfy(
              file ->
                  assertThat(Checkout.text(file))
                      .as("%s", file)
                      .startsWith("# yaml-language-server: $schema="));
    }
  }

  private static List<Path> yamlFiles(String project) {
    return Checkout.files(path -> path.startsWith(project) && path.endsWith(".yaml")).toList();
  }

  /** Maven's message contains the name of the repository in which it has not found the SDK. */
  @Test
  void mavenNamesTheCommandThatInstallsAMissingSdk() {
    assertThat(text(TEMPLATE + "pom.xml")).contains("<id>run-bin-benchmark-install-sdk</id>");
    assertThat(text(TEMPLATE + "run")).contains("install-sdk installs that of");
  }

  /** Only the client is added; new-driver has replaced the names. */
  @Test
  void theExampleIsBuiltLikeANewProject() {
    List<String> example =
        text(EXAMPLE + "pom.xml").lines().filter(line -> !line.contains("jnats")).toList();
    String version = text("pom.xml").replaceFirst("(?s).*?<version>(.*?)</version>.*", "$1");
    assertThat(example)
        .isEqualTo(
            text(TEMPLATE + "pom.xml")
                .replace("MyBroker", "Nats")
                .replace("mybroker", "nats")
                .replace("@tidemark.version@", version)
                .lines()
                .toList());
  }

  private static String text(String path) {
    return Checkout.text(Path.of(path));
  }

  private static Map<String, String> versions(String pom) {
    Map<String, String> versions = new TreeMap<>();
    for (Pattern pattern : List.of(DEPENDENCY, PROPERTY)) {
      pattern
          .matcher(text(pom))
          .results()
          .forEach(found -> versions.put(found.group(1), found.group(2)));
    }
    return versions;
  }
}
