package io.tidemark.driver.testkit;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineTestKit;

/** What looks at the whole process: one after the other, beside nothing else. */
@Tag("slow")
class KitOfTheProcessTest extends KitTrials {
  static Stream<Rule> rules() {
    return rulesOf(true);
  }

  static Stream<Defect> defects() {
    return defectsOf(true);
  }

  @AfterEach
  void closeWhatADefectLeftOpen() throws IOException {
    for (Closeable left : MemoryDriver.LEFT) {
      left.close();
    }
    MemoryDriver.LEFT.clear();
  }

  @Test
  void junitReportsPassedFailedAndUntriedRules() {
    EngineTestKit.engine("junit-jupiter")
        .selectors(selectClass(VendorTest.class))
        .execute()
        .testEvents()
        .assertStatistics(s -> s.started(ConformanceRules.all().size()).failed(1).aborted(18));
  }

  /** A vendor's test class that declares nothing, and whose driver has a defect. */
  static class VendorTest extends BenchmarkDriverConformanceKit {
    @TempDir Path files;
    private final MemoryBroker broker = new MemoryBroker(0, Integer.MAX_VALUE);

    @Override
    public BenchmarkDriver newDriver() {
      return new MemoryDriver(broker, Optional.of(Defect.TIMESTAMP_IN_SECONDS));
    }

    @Override
    public File configuration() throws IOException {
      return Files.writeString(files.resolve("driver.yaml"), "address: memory\n").toFile();
    }
  }
}
