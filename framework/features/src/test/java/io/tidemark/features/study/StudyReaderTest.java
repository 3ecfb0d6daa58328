package io.tidemark.features.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.features.study.Study.Combination;
import io.tidemark.model.yaml.Problem;
import io.tidemark.model.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StudyReaderTest {
  private static final String STUDY =
      """
      name: s
      environments:
        - name: one
          driver: ../d.yaml
          price: {amountPerMonth: 100}
          limits: [{name: disk, metric: publishThroughput, value: 400 MB/s}]
        - {name: two, driver: d2.yaml, set: {a.b: 5}}
      matrix:
        driver.replicationFactor: [1, 3]
        workload.messageSize: [100B, 1KB, 10KB]
      workloads: [w.yaml, v.yaml]
      iterations: 4
      seed: 7
      """;

  @TempDir Path folder;
  private final Problems problems = new Problems();

  private Optional<Study> read(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("s.yaml"), text);
    return StudyReader.read(file, false, problems);
  }

  @Test
  void pathsAreRelativeToTheStudyFile() throws IOException {
    Study study = read(STUDY).orElseThrow();
    assertThat(study.environments())
        .extracting(StudyEnvironment::driver)
        .containsExactly(folder.resolveSibling("d.yaml"), folder.resolve("d2.yaml"));
    assertThat(study.workloads())
        .containsExactly(folder.resolve("w.yaml"), folder.resolve("v.yaml"));
  }

  @Test
  void limitsBelongToTheirEnvironment() throws IOException {
    assertThat(read(STUDY).orElseThrow().environments().get(0).lines())
        .singleElement()
        .satisfies(limit -> assertThat(limit.value()).isEqualTo(4e8))
        .satisfies(limit -> assertThat(limit.environment()).contains("one"));
  }

  @Test
  void eachBlockHasEveryCombinationOnceInRandomOrder() throws IOException {
    List<List<Combination>> blocks = read(STUDY).orElseThrow().order();
    assertThat(blocks).hasSize(4).allSatisfy(block -> assertThat(block).hasSize(24));
    for (List<Combination> block : blocks) {
      assertThat(Set.copyOf(block)).hasSize(24);
    }
    assertThat(blocks.get(0)).isNotEqualTo(blocks.get(1));
  }

  @Test
  void theSameSeedGivesTheSameOrder() throws IOException {
    List<List<String>> order = order(STUDY);
    assertThat(order(STUDY)).isEqualTo(order);
    assertThat(order(STUDY.replace("seed: 7", "seed: 8"))).isNotEqualTo(order);
  }

  private List<List<String>> order(String text) throws IOException {
    return read(text).orElseThrow().order().stream()
        .map(block -> block.stream().map(StudyReaderTest::text).toList())
        .toList();
  }

  private static String text(Combination each) {
    return each.environment().name() + " " + each.texts() + " " + each.workload();
  }

  @Test
  void aCombinationHasItsValuesForItsFile() throws IOException {
    // With the first value of each key it is there for two workloads.
    Combination cell = read(STUDY).orElseThrow().combinations().get(2);
    assertThat(cell.texts())
        .isEqualTo(Map.of("driver.replicationFactor", "1", "workload.messageSize", "1KB"));
    assertThat(cell.ofDriver().all())
        .singleElement()
        .extracting("path")
        .isEqualTo("replicationFactor");
    assertThat(cell.ofWorkload().all()).singleElement().extracting("path").isEqualTo("messageSize");
  }

  @Test
  void theTextsOfACombinationHaveNoSecretsOfAddresses() throws IOException {
    Study study =
        read(STUDY.replace("replicationFactor: [1, 3]", "uri: ['http://u:pw@h?key=x', 010]"))
            .orElseThrow();
    assertThat(study.matrixTexts().get("driver.uri"))
        .containsExactly("http://***@h?key=***", "010");
    assertThat(study.combinations().get(0).texts())
        .containsEntry("driver.uri", "http://***@h?key=***");
  }

  @Test
  void aStudyThatIsToBeDecidedHasRunsForAllBlocks() throws IOException {
    Study fixed = read(STUDY).orElseThrow();
    assertThat(fixed.blocks()).isEmpty();
    String until =
        STUDY.replace("iterations: 4", "iterations: {least: 4, most: 6, until: decided}");
    Study study = read(until).orElseThrow();
    assertThat(study.order()).hasSize(6);
    // The order of the first blocks is that of a fixed number.
    assertThat(order(until).subList(0, 4)).isEqualTo(order(STUDY));
    assertThat(study.blocks())
        .hasValueSatisfying(blocks -> assertThat(blocks.least()).isEqualTo(4))
        .hasValueSatisfying(blocks -> assertThat(blocks.most()).isEqualTo(6));
  }

  @Test
  void aPriceIsAKeyOfTheDriverFileOfItsEnvironment() throws IOException {
    StudyEnvironment priced = read(STUDY).orElseThrow().environments().get(0);
    assertThat(priced.overrides().all()).extracting("path").contains("price");
    assertThat(priced.setTexts()).doesNotContainKey("price");
  }

  @Test
  void oneSystemHasNothingToDecide() throws IOException {
    String one =
        STUDY
            .replaceAll("(?m)^  - \\{name: two.*\n", "")
            .replaceAll("(?s)matrix:.*?workloads", "workloads");
    assertThat(
            read(one.replace("iterations: 4", "iterations: {least: 2, most: 3, until: decided}")))
        .isEmpty();
    assertThat(problems.all())
        .extracting(Problem::oneLine)
        .anyMatch(line -> line.contains("iterations.until: there is nothing to decide"));
  }

  @ParameterizedTest(name = "{0} -> {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "name: s | name: ../s | s.yaml:1:7: name: wrong value, got ../s",
        "name: two | name: one | s.yaml:7:5: environments.name: twice, got one",
        "iterations: 4 | iteration: 4 | s.yaml:12:1: iteration: unknown key",
        "iterations: 4 | iterations: 0 | s.yaml:12:13: iterations: wrong value, got 0",
        "driver: ../d.yaml | driver: | s.yaml:4:5: environments[0].driver: the key is missing",
        "[1, 3] | 1 | s.yaml:9:3: matrix.driver.replicationFactor: no values",
        "[1, 3] | [1, 1] | s.yaml:9:3: matrix.driver.replicationFactor: a value is twice",
        "workload.messageSize | messageSize | s.yaml:10:3: matrix.messageSize: not a key of a file",
        "[w.yaml, v.yaml] | [] | s.yaml:11:12: workloads: an empty list",
        "[w.yaml, v.yaml] | [w.yaml, w.yaml] | s.yaml:11:12: workloads: a file is twice",
        "400 MB/s | fast | s.yaml:6:61: limits[0].value: wrong value, got fast",
        "seed: 7 | references: [{metric: publishRate, value: 5k, source: x, environment: on}]"
            + " | s.yaml:13:13: references.environment: unknown environment on; allowed one, two",
        "set: {a.b: 5} | price: {amountPerMonth: 5, currency: EUR} | s.yaml:3:3:"
            + " environments.price.currency: several currencies, got EUR, USD",
        "set: {a.b: 5} | price: {currency: USD} | s.yaml:7:41: environments[1].price: has no"
            + " price; allowed at least one of amountPerMonth, node",
        "set: {a.b: 5} | price: {node: {perHour: 1, perMonth: 2}} | s.yaml:7:48:"
            + " environments[1].price.node: got"
            + " perMonth and perHour; allowed one of them",
        "set: {a.b: 5} | price: {volume: {perGiBMonth: 1}} | s.yaml:7:50:"
            + " environments[1].price.volume: has no"
            + " retention",
        "set: {a.b: 5} | price: {toClients: {perGiB: 1, share: 2}} |"
            + " s.yaml:7:72: environments[1].price.toClients.share: wrong value, got 2",
        "iterations: 4 | iterations: 1000 | s.yaml:1:1: 24000 runs",
        "seed: 7 | question: {metrics: [endToEnd.p98]} | s.yaml:13:22: question.metrics: unknown"
            + " metric, got endToEnd.p98 (did you mean endToEnd.p99?)",
        "iterations: 4 | iterations: {least: 4, most: 9} | s.yaml:12:13: iterations: most and until:"
            + " decided belong together",
        "iterations: 4 | iterations: {least: 4, until: decided} | s.yaml:12:13: iterations: most and"
            + " until: decided belong together",
        "iterations: 4 | iterations: {least: 4, most: 3, until: decided} | s.yaml:12:13:"
            + " iterations.least: with until: decided, got 4; allowed 2 to 3 (most)",
        "iterations: 4 | iterations: {least: 1, most: 3, until: decided} | s.yaml:12:13:"
            + " iterations.least: with until: decided, got 1; allowed 2 to 3",
        "iterations: 4 | iterations: {least: 2, most: 3, until: done} | s.yaml:12:40:"
            + " iterations.until: wrong value, got done; allowed decided",
        "iterations: 4 | iterations: {least: 3, most: 500, until: decided} | s.yaml:12:30:"
            + " iterations.most: wrong value, got 500",
        "seed: 7 | maxDuration: 5 | s.yaml:13:14: maxDuration: wrong value, got 5",
        "seed: 7 | compare: environment | s.yaml:13:10: compare: neither environments nor a key of"
            + " the matrix, got environment; allowed environments, driver.replicationFactor",
        "seed: 7 | compare: [environments, environments] | s.yaml:13:10: compare: a name is twice",
        "seed: 7 | question: {metrics: []} | s.yaml:13:21: question.metrics: an empty list",
        "seed: 7 | question: {metrics: publishRate, atLeast: 20} | s.yaml:13:43:"
            + " question.atLeast: wrong value, got 20; allowed a number or percentage from",
        "seed: 7 | question: {metrics: [publishRate, publishRate]} | s.yaml:13:11:"
            + " question.metrics: a metric is twice",
      })
  void mistakesNameLineAndKey(String before, String after, String problem) throws IOException {
    assertThat(read(STUDY.replace(before, after))).isEmpty();
    assertThat(problems.errors())
        .extracting(Problem::oneLine)
        .singleElement()
        .asString()
        .startsWith(folder + "/" + problem);
  }
}
