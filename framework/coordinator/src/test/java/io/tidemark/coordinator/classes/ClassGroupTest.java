package io.tidemark.coordinator.classes;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.coordinator.group.Agreement;
import io.tidemark.coordinator.group.RunGroup;
import io.tidemark.coordinator.group.TimelineFollower;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class ClassGroupTest {
  private final ClassGroup group = new ClassGroup(2, Duration.ofMillis(1));
  private final RunGroup first = group.new Member(0, TimelineFollower.NONE);
  private final RunGroup second = group.new Member(1, TimelineFollower.NONE);

  @Test
  void anAgreementHasTheContributionsOfAllRunsInTheirOrder() {
    Agreement<String> of = second.agree("b");
    assertThat(of.all()).isEmpty();

    Agreement<String> other = first.agree("a");

    assertThat(of.all()).hasValueSatisfying(all -> assertThat(all).containsExactly("a", "b"));
    assertThat(other.all()).isEqualTo(of.all());
  }

  @Test
  void aRunThatIsAheadContributesToTheNextDecision() {
    Agreement<Integer> one = first.agree(1);
    Agreement<Integer> next = first.agree(2);

    second.agree(10);

    assertThat(one.all()).hasValueSatisfying(all -> assertThat(all).containsExactly(1, 10));
    assertThat(next.all()).isEmpty();
  }

  @Test
  void anAgreementIsBrokenWhenARunHasEnded() {
    Agreement<Integer> waiting = first.agree(1);
    assertThat(waiting.isBroken()).isFalse();

    group.breakUp();

    assertThat(waiting.isBroken()).isTrue();
    assertThat(waiting.all()).isEmpty();
  }

  @Test
  void aRunThatWaitsForOthersRenewsTheLeasesOfItsWorkers() throws Exception {
    AtomicInteger renewals = new AtomicInteger();
    CompletableFuture<Long> start = new CompletableFuture<>();
    Thread waiting =
        new Thread(
            () -> {
              try {
                first.initialised(renewals::incrementAndGet);
                start.complete(first.start(() -> 5, renewals::incrementAndGet));
              } catch (Exception e) {
                start.completeExceptionally(e);
              }
            });
    waiting.start();
    awaitMore(renewals);
    second.initialised(
        () -> {
          if (renewals.get() > 0) {
            first.topicsCreated();
          }
        });
    awaitMore(renewals);

    assertThat(second.start(() -> 9, () -> {})).isEqualTo(9);
    assertThat(start).succeedsWithin(Duration.ofSeconds(30)).isEqualTo(9L);
  }

  private static void awaitMore(AtomicInteger renewals) {
    int before = renewals.get();
    Awaitility.await("a renewal").until(() -> renewals.get() > before);
  }
}
