package io.tidemark.driver.testkit;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkDriver.TopicInfo;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The rules that a driver must keep, as JUnit tests. Extend it, implement the two abstract methods,
 * and override others to declare further cases:
 *
 * <pre>{@code
 * class MyDriverConformanceIT extends BenchmarkDriverConformanceKit {
 *   protected BenchmarkDriver newDriver() {
 *     return new MyBenchmarkDriver();
 *   }
 *
 *   protected File configuration() {
 *     return new File("local.yaml");
 *   }
 * }
 * }</pre>
 *
 * Each rule uses a new driver and separate topics, and cleans up if the driver supports it.
 */
@DisplayNameGeneration(Rule.Names.class)
@Timeout(value = 5, unit = TimeUnit.MINUTES)
public abstract class BenchmarkDriverConformanceKit
    implements LifecycleRules,
        TopicRules,
        SendRules,
        DeliveryRules,
        CloseRules,
        CapabilityRules,
        RequestReplyRules {
  @TempDir Path directory;
  private ConformanceBench bench;

  /** A driver that has not been initialised. */
  protected abstract BenchmarkDriver newDriver();

  /** A configuration with a reachable broker. */
  protected abstract File configuration() throws Exception;

  /** A configuration of an unreachable broker, with a short deadline: for rule 1.4. */
  protected Optional<File> unreachableConfiguration() throws Exception {
    return Optional.empty();
  }

  /** A configuration that the driver must refuse: for rule 1.5. */
  protected Optional<File> wrongConfiguration() throws Exception {
    return Optional.empty();
  }

  /** A topic that the broker cannot have: for rule 2.3. */
  protected Optional<TopicInfo> impossibleTopic() {
    return Optional.empty();
  }

  /** Partitions of a topic with several; 1 if the broker has no partitions. */
  protected int partitions() {
    return 3;
  }

  /** Limit of every wait; after that the rule fails. */
  protected Duration deadline() {
    return Duration.ofSeconds(30);
  }

  /** Messages per rule. */
  protected int messages() {
    return 200;
  }

  @BeforeEach
  final void openBench() {
    bench = new ConformanceBench(this, directory);
  }

  @AfterEach
  final void closeBench() throws Exception {
    bench.close();
  }

  /** The bench of the current rule, also for rules of your own. */
  @Override
  public final ConformanceBench bench() {
    return bench;
  }
}
