package io.tidemark.worker;

import static io.tidemark.worker.TestRuns.DEADLINE;
import static io.tidemark.worker.TestRuns.LEASE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.tidemark.model.snapshot.Snapshot;
import io.tidemark.model.worker.FinishReport;
import io.tidemark.model.worker.PhaseRequest;
import io.tidemark.model.worker.SubscriptionHandle;
import io.tidemark.model.worker.TopicHandle;
import io.tidemark.model.worker.TopicsRequest;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.worker.WorkerException.Kind;
import io.tidemark.model.worker.WorkerInfo;
import io.tidemark.worker.clients.DriverTopics;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class LocalWorkerTest extends WithWorker {
  @Test
  void looksExistingTopicsUp() throws Exception {
    worker.prepare(TestRuns.inMemory("existing", "queued", LEASE), DEADLINE);
    String made =
        worker.createTopics(new TopicsRequest(1, 5, List.of(), false), DEADLINE).get(0).name();
    assertThat(worker.createTopics(new TopicsRequest(0, 0, List.of(made), true), DEADLINE))
        .containsExactly(new TopicHandle(made, 5));
    assertThatThrownBy(
            () ->
                worker.createTopics(new TopicsRequest(0, 0, List.of(made, "gone"), true), DEADLINE))
        .isInstanceOfSatisfying(
            WorkerException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(Kind.CONFIGURATION);
              assertThat(e).hasMessageContaining("gone");
            });
  }

  @Test
  void createsTopicsWithGivenNames() throws Exception {
    worker.prepare(TestRuns.inMemory("named", "queued", LEASE), DEADLINE);
    List<String> names = List.of("orders", "bills");
    assertThat(worker.createTopics(new TopicsRequest(2, 3, names, false), DEADLINE))
        .containsExactly(new TopicHandle("orders", 3), new TopicHandle("bills", 3));
    assertThat(worker.createTopics(new TopicsRequest(0, 0, names, true), DEADLINE)).hasSize(2);
  }

  @Test
  void takesExistingTopicsOnTrustWhereTheDriverCannotLook() throws Exception {
    DriverDouble.play();
    worker.prepare(TestRuns.scripted("trust"), DEADLINE);
    assertThat(worker.createTopics(new TopicsRequest(0, 0, List.of("mine"), true), DEADLINE))
        .containsExactly(new TopicHandle("mine", DriverTopics.UNKNOWN_PARTITIONS));
  }

  @Test
  void saysWhichCapabilityADriverLacks() throws Exception {
    DriverDouble.play();
    worker.prepare(TestRuns.scripted("lacks"), DEADLINE);
    List<SubscriptionHandle> subscriptions =
        List.of(new SubscriptionHandle(0, new TopicHandle("t", 1), "s"));
    WorkerException failure =
        catchThrowableOfType(
            WorkerException.class, () -> worker.createSubscriptions(subscriptions, DEADLINE));
    assertThat(failure.kind()).isEqualTo(Kind.CONFIGURATION);
    assertThat(failure).hasMessageContaining("io.tidemark.driver.topics.SubscriptionCreator");
  }

  @Test
  void reportsTheBrokersSettingsWithTheChangedOnesFirst() throws Exception {
    worker.prepare(TestRuns.inMemory("settings", "queued", LEASE), DEADLINE);
    assertThat(worker.brokerConfiguration(List.of("t"), DEADLINE).settings())
        .extracting(each -> each.key() + " " + each.value() + " " + each.origin())
        .containsExactly(
            "broker delivery queued changed",
            "broker queueCapacity 10000 default",
            "broker retainedMessages 1000000 default");
  }

  @Test
  void givesTheSameSnapshotAgainAndRefusesGaps() throws Exception {
    worker.prepare(TestRuns.inMemory("snapshots", "queued", LEASE), DEADLINE);
    Snapshot first = worker.snapshot(1);
    assertThat(worker.snapshot(1)).isSameAs(first);
    Snapshot second = worker.snapshot(2);
    assertThat(second.startEpochNanos()).isEqualTo(first.endEpochNanos());
    assertThatThrownBy(() -> worker.snapshot(1)).hasMessageContaining("requested snapshot 1");
    assertThatThrownBy(() -> worker.snapshot(4))
        .isInstanceOf(WorkerException.class)
        .hasMessageContainingAll("snapshots", "4", "2");
    worker.finish(true, DEADLINE);
    assertThat(worker.snapshot(2)).isSameAs(second);
    assertThat(lost(() -> worker.snapshot(3))).isEqualTo(Kind.WORKER_LOST);
  }

  @Test
  void knowsNoRunBeforeItIsPreparedAndAfterItIsFinished() throws Exception {
    assertThat(lost(() -> worker.snapshot(1))).isEqualTo(Kind.WORKER_LOST);
    assertThat(lost(worker::probe)).isEqualTo(Kind.WORKER_LOST);
    assertThat(worker.finish(true, DEADLINE).problems()).isEmpty();
    worker.prepare(TestRuns.inMemory("short", "queued", LEASE), DEADLINE);
    FinishReport report = worker.finish(true, DEADLINE);
    assertThat(report.problems()).isEmpty();
    assertThat(worker.finish(true, DEADLINE)).isSameAs(report);
    assertThat(lost(worker::probe)).isEqualTo(Kind.WORKER_LOST);
  }

  @Test
  void putsTheBrokersTelemetryIntoSnapshots() throws Exception {
    create(TestRuns.inMemory("telemetry", "queued", LEASE));
    worker.announcePhases(List.of(new PhaseRequest(0, "test", worker.readClock().epochNanos())));
    await()
        .until(
            () ->
                take().telemetry().stream()
                    .anyMatch(sample -> sample.name().equals("subscriptionBacklogMessages")));
  }

  @Test
  void describesItself() {
    WorkerInfo info = worker.describe(DEADLINE);
    assertThat(info.name()).isEqualTo("local");
    assertThat(info.environment())
        .containsKeys("cpu.model", "memory.bytes", "jvm.flags", "host.name", "tidemark.commit");
    assertThat(info.clock().anchorNanos()).isPositive();
  }

  private static Kind lost(ThrowingCallable call) {
    return catchThrowableOfType(WorkerException.class, call).kind();
  }
}
