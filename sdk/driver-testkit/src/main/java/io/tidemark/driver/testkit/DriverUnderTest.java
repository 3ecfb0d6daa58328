package io.tidemark.driver.testkit;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkDriver.TopicInfo;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** What the kit needs to try the rules with a driver. Cases that are not declared are not tried. */
public interface DriverUnderTest {
  /** A driver that has not been initialised. */
  BenchmarkDriver newDriver() throws Exception;

  /** A configuration with a reachable broker. */
  File configuration() throws Exception;

  /** A configuration of an unreachable broker, with a short deadline: for rule 1.4. */
  default Optional<File> unreachableConfiguration() throws Exception {
    return Optional.empty();
  }

  /** A configuration that the driver must refuse: for rule 1.5. */
  default Optional<File> wrongConfiguration() throws Exception {
    return Optional.empty();
  }

  /**
   * A topic that the broker cannot have: for rule 2.3. Without it topics with 0 partitions, and
   * with 2 if {@link #partitions} is 1, are tried.
   */
  default Optional<TopicInfo> impossibleTopic() {
    return Optional.empty();
  }

  /**
   * The broker behind a TCP proxy: for the fault rules of chapter 8. Each rule opens one and closes
   * it.
   *
   * @param directory for its configuration file
   */
  default Optional<ProxiedBroker> proxied(Path directory) throws Exception {
    return Optional.empty();
  }

  /**
   * Rules that the driver is known to violate, by number, with the reason. They are not tried, and
   * the statement lists them as failed.
   */
  default Map<String, String> knownViolations() {
    return Map.of();
  }

  /** Partitions of a topic with several; 1 if the broker has no partitions. */
  default int partitions() {
    return 3;
  }

  /** Limit of every call of the driver and of every wait; after that the rule fails. */
  default Duration deadline() {
    return Duration.ofSeconds(30);
  }

  /**
   * Messages of a rule about single messages among many. A slow driver sends fewer: what it sends
   * in 5 s, and at least 200.
   */
  default int messages() {
    return 5_000;
  }

  /**
   * Limit of all rules together, for {@link ConformanceStatement#of}: rules that it cuts are
   * reported. The JUnit kit tries all rules.
   */
  default Duration limit() {
    return Duration.ofDays(1);
  }

  /**
   * After this the broker delivers a message again that a consumer has not acknowledged, also if
   * the consumer is closed or lost; zero if it does that at once.
   */
  default Duration visibilityTimeout() {
    return Duration.ZERO;
  }

  /**
   * The keys of {@link #configuration} as maps, lists and scalars: for chapter 9, whose rules are
   * not tried if {@code outcomeProblem} refuses them.
   */
  default Map<String, Object> configurationKeys() throws Exception {
    return Map.of();
  }

  /** What the broker itself has: for rules 4.14, 5.9, 5.10, 6.6, 6.11 and 8.6. */
  default Optional<BrokerView> brokerView() throws Exception {
    return Optional.empty();
  }

  /**
   * A configuration with which a consumer gets at most this many messages that it has not
   * acknowledged: for rule 6.16.
   */
  default Optional<File> prefetching(int messages) throws Exception {
    return Optional.empty();
  }

  /**
   * A configuration with which the broker refuses messages of a subscription without a consumer,
   * because of a limit of less than {@link #messages}: for rule 8.9.
   */
  default Optional<File> refusingConfiguration() throws Exception {
    return Optional.empty();
  }
}
