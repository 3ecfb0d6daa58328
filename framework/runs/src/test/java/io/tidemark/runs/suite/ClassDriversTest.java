package io.tidemark.runs.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.driverfile.DriverFileReader;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.yaml.Problem;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.ReadOptions;
import io.tidemark.runs.RunFiles;
import io.tidemark.worker.driver.DriverCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Driver keys of traffic classes, with the in-memory driver, which is on the class path. */
class ClassDriversTest {
  private static final String DRIVER =
      """
      name: inmemory
      driverClass: io.tidemark.driver.inmemory.InMemoryBenchmarkDriver
      """;

  @TempDir Path folder;
  private final Problems problems = new Problems();
  private final DriverCatalog catalog = DriverCatalog.ofClassPath();

  private Workload workload(String driver) {
    String classes = "classes: [{name: a}, {name: b, driver: " + driver + "}]\n";
    return new RunFiles(folder).workload(RunFiles.SMALL + classes);
  }

  private DriverFile driver() throws IOException {
    Path file = Files.writeString(folder.resolve("d.yaml"), DRIVER);
    return DriverFileReader.read(
        file, ReadOptions.ofProcess(false), new DriverChecks(catalog, problems));
  }

  private List<String> problemsOf(String keys) throws IOException {
    new ClassDrivers(catalog, problems).check(workload(keys), driver());
    return problems.errors().stream().map(Problem::oneLine).toList();
  }

  @Test
  void theFileOfAClassHasTheKeysOfTheClass() throws IOException {
    ClassDrivers drivers = new ClassDrivers(catalog, problems);
    Workload workload = workload("{queueCapacity: 50}");

    assertThat(problemsOf("{queueCapacity: 50}")).isEmpty();
    assertThat(drivers.of(driver(), workload.trafficClass("a").orElseThrow()).configuration())
        .isEqualTo(driver().configuration());
    assertThat(drivers.of(driver(), workload.trafficClass("b").orElseThrow()).configuration())
        .containsEntry("name", "inmemory")
        .containsEntry("queueCapacity", 50L);
  }

  @Test
  void unknownKeysAreReportedWhereTheyAreWritten() throws IOException {
    assertThat(problemsOf("{nosuchkey: 5}"))
        .singleElement()
        .asString()
        .contains("w.yaml:6:", "unknown key");
  }
}
