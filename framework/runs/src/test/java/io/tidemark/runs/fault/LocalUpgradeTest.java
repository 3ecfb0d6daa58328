package io.tidemark.runs.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.brokers.spec.LocalClusterSpec;
import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.yaml.Problem;
import io.tidemark.model.yaml.Problems;
import io.tidemark.runs.RunFiles;
import io.tidemark.worker.driver.DriverCatalog;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rolling upgrades of local brokers: the check before a run. */
class LocalUpgradeTest {
  @TempDir Path folder;

  @Test
  void localRabbitMqCannotBeUpgraded() throws Exception {
    assertThat(problems("localBrokers: rabbitmq\n", "4.3"))
        .contains("rollingUpgrade", "4.3 needs 4.2");
  }

  @Test
  void localKafkaGetsALaterVersion() throws Exception {
    String kafka = "localBrokers: {kind: kafka, nodes: 3, version: \"%s\"}\n";
    assertThat(problems(kafka.formatted("4.2.1"), "4.3.1")).isEmpty();
    assertThat(problems(kafka.formatted("3.9.2"), "4.3.1")).isEmpty();
    assertThat(problems(kafka.formatted("4.3.1"), "4.2.1"))
        .contains("w.yaml:6", "Kafka has version 4.3.1, got to: 4.2.1");
    assertThat(problems(kafka.formatted("4.2.1"), "4.9.0"))
        .contains("'4.9.0' cannot be started here; allowed 4.3.1, 4.2.1", "in home");
  }

  @Test
  void theServerOfTheUpgradeIsKnownBeforeTheRun() throws Exception {
    String kafka = "localBrokers: {kind: kafka, nodes: 3, version: \"4.2.1\", heap: 300MB}\n";
    LocalClusterSpec target = LocalUpgrade.target(workload("4.3.1"), driver(kafka)).orElseThrow();
    assertThat(target.version()).hasValue("4.3.1");
    assertThat(target.options()).containsEntry("heap", "300MB");
    assertThat(LocalUpgrade.target(workload("4.3.1"), driver(""))).isEmpty();
  }

  private DriverFile driver(String keys) {
    return new RunFiles(folder).driver(keys);
  }

  private Workload workload(String to) {
    String faults = "faults: [{at: 1s, rollingUpgrade: {to: '%s'}}]\n".formatted(to);
    return new RunFiles(folder).workload(RunFiles.SMALL + faults);
  }

  /** One line each. */
  private String problems(String driver, String to) {
    Problems problems = new Problems();
    new FaultCheck(DriverCatalog.ofFolders(List.of()), problems)
        .check(workload(to), driver(driver));
    return problems.all().stream().map(Problem::oneLine).collect(Collectors.joining("\n"));
  }
}
