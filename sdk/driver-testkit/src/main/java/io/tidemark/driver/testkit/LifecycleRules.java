package io.tidemark.driver.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import java.io.File;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.bookkeeper.stats.NullStatsLogger;
import org.junit.jupiter.api.Assumptions;

/** Chapter 1: constructing, initialising and closing a driver. */
interface LifecycleRules extends Rules {

  @Rule("1.1 A driver has a public constructor without arguments, and needs nothing more")
  default void rule101CanBeConstructedByName() throws Exception {
    BenchmarkDriver driver = bench().kit().newDriver();
    Object other = driver.getClass().getConstructor().newInstance();
    assertThat(other).isInstanceOf(BenchmarkDriver.class).isNotSameAs(driver);
  }

  @Rule("1.2 A driver that was never initialised can be closed")
  default void rule102ClosesWithoutInitialize() throws Exception {
    bench().kit().newDriver().close();
  }

  @Rule("1.3 A second driver can be initialised while the first is in use, and after it")
  default void rule103SeveralDriversLiveSideBySide() throws Exception {
    ConformanceBench bench = bench();
    bench.topic(1);
    BenchmarkDriver second = bench.kit().newDriver();
    bench.initialize(second, bench.kit().configuration());
    second.close();
    Inbox inbox = bench.subscribe(bench.topic(1));
    assertThat(inbox.count()).isZero();
    BenchmarkDriver third = bench.kit().newDriver();
    bench.initialize(third, bench.kit().configuration());
    third.close();
  }

  @Rule("1.4 An unreachable broker fails initialize in time, with an IOException")
  default void rule104ReportsAnUnreachableBroker() throws Exception {
    assertRefuses(bench().kit().unreachableConfiguration(), "unreachableConfiguration()");
  }

  @Rule("1.5 A wrong configuration fails initialize with an IOException that has the reason")
  default void rule105ReportsAWrongConfiguration() throws Exception {
    assertRefuses(bench().kit().wrongConfiguration(), "wrongConfiguration()");
  }

  private void assertRefuses(Optional<File> configuration, String declaredBy) throws Exception {
    Assumptions.assumeTrue(configuration.isPresent(), "the test does not override " + declaredBy);
    BenchmarkDriver driver = bench().kit().newDriver();
    CompletableFuture<Throwable> outcome =
        CompletableFuture.supplyAsync(
            () ->
                catchThrowable(
                    () -> driver.initialize(configuration.get(), NullStatsLogger.INSTANCE)));
    Throwable failure = outcome.get(bench().kit().deadline().toMillis(), TimeUnit.MILLISECONDS);
    driver.close();
    assertThat(failure).isInstanceOf(IOException.class);
    assertThat(failure.getMessage()).isNotBlank();
  }

  @Rule("1.6 Every topic gets a prefix that is not blank")
  default void rule106HasATopicPrefix() throws Exception {
    assertThat(bench().driver().getTopicNamePrefix()).isNotBlank();
    assertThat(bench().driver().getTopicNamePrefix()).isNotBlank();
  }

  @Rule("1.7 A closed driver leaves no thread that keeps the JVM alive")
  default void rule107LeavesNoThreadBehind() throws Exception {
    Set<Thread> before = holdingThreads();
    String topic = bench().topic(bench().kit().partitions());
    Inbox inbox = bench().subscribe(topic);
    bench().send(bench().producer(topic), 0, 10);
    bench().awaitCount(inbox, 10);
    bench().close();
    bench()
        .awaitUntil(
            () -> before.containsAll(holdingThreads()),
            "end of all threads that are no daemons",
            () -> holdingThreads().stream().filter(t -> !before.contains(t)).toList());
  }

  private static Set<Thread> holdingThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.isAlive() && !thread.isDaemon())
        .collect(Collectors.toSet());
  }
}
