package io.tidemark.driver.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.tidemark.driver.testkit.observed.Footprint;
import io.tidemark.driver.testkit.observed.Inbox;
import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.bookkeeper.stats.NullStatsLogger;

/** Chapter 1: constructing, initialising and closing a driver. */
final class LifecycleRules {
  private LifecycleRules() {}

  static List<Rule> all() {
    return List.of(
        Rule.must(
            "1.1",
            "A driver has a public constructor without arguments, and needs nothing more",
            LifecycleRules::canBeConstructedByName),
        Rule.must(
            "1.2",
            "A driver that was never initialised can be closed",
            LifecycleRules::closesWithoutInitialize),
        Rule.must(
            "1.3",
            "A second driver can be initialised while the first is in use, and after it",
            LifecycleRules::severalDriversLiveSideBySide),
        Rule.must(
            "1.4",
            "An unreachable broker fails initialize in time, with an IOException",
            bench ->
                assertRefuses(
                    bench,
                    bench.kit().unreachableConfiguration(),
                    "no configuration with an unreachable broker is declared")),
        Rule.must(
            "1.5",
            "A wrong configuration fails initialize with an IOException that has the reason",
            bench ->
                assertRefuses(
                    bench, bench.kit().wrongConfiguration(), "no wrong configuration is declared")),
        Rule.must(
            "1.6", "Every topic gets a prefix that is not blank", LifecycleRules::hasATopicPrefix),
        Rule.must(
            "1.7",
            "A closed driver leaves no thread that keeps the JVM alive",
            bench -> leavesNothing(bench, Footprint.Part.HOLDING_THREADS)),
        Rule.must(
            "1.8",
            "A closed driver leaves no other thread of its client, but those made once for the process",
            bench -> leavesNothing(bench, Footprint.Part.THREADS)),
        Rule.must(
            "1.9",
            "A closed driver leaves no open socket",
            bench -> leavesNothing(bench, Footprint.Part.SOCKETS)));
  }

  private static void canBeConstructedByName(ConformanceBench bench) throws Exception {
    BenchmarkDriver driver = bench.newDriver();
    Object other =
        bench.call(
            "the public constructor", () -> driver.getClass().getConstructor().newInstance());
    assertThat(other).isInstanceOf(BenchmarkDriver.class).isNotSameAs(driver);
  }

  private static void closesWithoutInitialize(ConformanceBench bench) throws Exception {
    BenchmarkDriver driver = bench.newDriver();
    bench.run("close of a driver that was not initialised", driver::close);
  }

  private static void severalDriversLiveSideBySide(ConformanceBench bench) throws Exception {
    bench.topic(1);
    useAnother(bench);
    assertThat(bench.subscribe(bench.topic(1)).count()).isZero();
    useAnother(bench);
  }

  private static void useAnother(ConformanceBench bench) throws Exception {
    BenchmarkDriver other = bench.newDriver();
    bench.initialize(other, bench.kit().configuration());
    bench.run("close of another driver", other::close);
  }

  private static void assertRefuses(
      ConformanceBench bench, Optional<File> configuration, String otherwise) throws Exception {
    bench.require(configuration.isPresent(), otherwise);
    BenchmarkDriver driver = bench.newDriver();
    Throwable failure =
        bench.call(
            "initialize",
            () ->
                catchThrowable(
                    () ->
                        driver.initialize(configuration.orElseThrow(), NullStatsLogger.INSTANCE)));
    bench.run("close of a driver whose initialize failed", driver::close);
    assertThat(failure).isInstanceOf(IOException.class);
    assertThat(failure.getMessage()).isNotBlank();
  }

  private static void hasATopicPrefix(ConformanceBench bench) throws Exception {
    BenchmarkDriver driver = bench.driver();
    for (int topic = 0; topic < 2; topic++) {
      assertThat(bench.call("getTopicNamePrefix", driver::getTopicNamePrefix)).isNotBlank();
    }
  }

  /** What a client creates once for the whole process is not a leak: a second use must not add. */
  private static void leavesNothing(ConformanceBench bench, Footprint.Part part) throws Exception {
    bench.require(part.isAvailable(), "this operating system does not list the process's sockets");
    if (part != Footprint.Part.HOLDING_THREADS) {
      use(bench);
    }
    Footprint before = Footprint.take(part);
    use(bench);
    bench.awaitUntil(
        () -> before.added().isEmpty(), "end of all that the driver opened", before::added);
  }

  static void use(ConformanceBench bench) throws Exception {
    String topic = bench.topic(bench.kit().partitions());
    Inbox inbox = bench.subscribe(topic);
    bench.send(bench.producer(topic), 0, 10);
    bench.awaitCount(inbox, 10);
    bench.closeDriver();
  }
}
