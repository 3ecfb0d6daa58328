package io.tidemark.driver.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.driver.mqtt.WaitingMessages.Member;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class WaitingMessagesTest {
  private final WaitingMessages<String> waiting = new WaitingMessages<>();
  private final Queue<String> taken = new ConcurrentLinkedQueue<>();
  private final Member member = new Member();
  private final Member other = new Member();

  @AfterEach
  void close() {
    waiting.close(member);
    waiting.close(other);
  }

  private Thread taker(Member of) {
    Thread thread =
        new Thread(
            () -> {
              try {
                for (String next = waiting.take(of); next != null; next = waiting.take(of)) {
                  taken.add(next);
                }
              } catch (InterruptedException e) {
                taken.add("interrupted");
              }
            });
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private static void awaitWaiting(Thread thread) {
    await().until(() -> thread.getState() == Thread.State.WAITING);
  }

  @Test
  void messagesAreTakenInTheirOrder() {
    waiting.add("1");
    waiting.add("2");
    Thread thread = taker(member);
    await().untilAsserted(() -> assertThat(taken).containsExactly("1", "2"));
    awaitWaiting(thread);
    waiting.add("3");
    await().untilAsserted(() -> assertThat(taken).containsExactly("1", "2", "3"));
  }

  @Test
  void aPausedMemberTakesNothingAndWaitsWithoutALimit() {
    waiting.pause(member);
    Thread thread = taker(member);
    awaitWaiting(thread);
    waiting.add("1");
    awaitWaiting(thread);
    assertThat(taken).isEmpty();
    waiting.resume(member);
    await().untilAsserted(() -> assertThat(taken).containsExactly("1"));
  }

  @Test
  void aPausedMemberLeavesMessagesToTheOthers() {
    waiting.pause(member);
    awaitWaiting(taker(member));
    awaitWaiting(taker(other));
    waiting.add("1");
    await().untilAsserted(() -> assertThat(taken).containsExactly("1"));
  }

  @Test
  void aClosedMemberEndsEvenIfItIsPaused() throws InterruptedException {
    waiting.pause(member);
    Thread thread = taker(member);
    awaitWaiting(thread);
    waiting.close(member);
    thread.join();
    waiting.add("1");
    assertThat(taken).isEmpty();
    assertThat(waiting.drain()).isEqualTo(List.of("1"));
    assertThat(waiting.size()).isZero();
  }
}
