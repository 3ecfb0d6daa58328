package io.tidemark.driver.rabbitmq.quorum.amqp091;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ConfirmWindowTest {
  private static final long SOON = TimeUnit.SECONDS.toNanos(30);
  private final ConfirmWindow window = new ConfirmWindow(8);

  @Test
  void completesOnlyTheMessageThatIsConfirmed() {
    List<PendingMessage> messages = add(window, 3);
    window.acknowledge(2, false);
    assertThat(messages).extracting(PendingMessage::isDone).containsExactly(false, true, false);
  }

  @Test
  void aMultipleConfirmCompletesAllUpToItsTag() {
    List<PendingMessage> messages = add(window, 5);
    window.acknowledge(2, false);
    window.acknowledge(4, true);
    assertThat(messages)
        .extracting(PendingMessage::isDone)
        .containsExactly(true, true, true, true, false);
  }

  @Test
  void aRefusedMessageFails() {
    List<PendingMessage> messages = add(window, 2);
    window.refuse(2, true);
    for (PendingMessage message : messages) {
      assertThatThrownBy(message::join).hasMessageContaining("nack");
    }
  }

  @Test
  void aReturnedMessageFailsWhenItsConfirmComes() {
    PendingMessage message = add(window, 1).get(0);
    window.markReturned(1, "312 NO_ROUTE");
    assertThat(message).isNotDone();
    window.acknowledge(1, false);
    assertThatThrownBy(message::join).hasMessageContaining("312 NO_ROUTE");
  }

  @Test
  void hasRoomForExactlyItsWindow() throws InterruptedException {
    ConfirmWindow window = new ConfirmWindow(3);
    add(window, 3);
    assertThat(window.hasRoom()).isFalse();
    assertThat(window.awaitRoom(System.nanoTime())).isFalse();
    window.acknowledge(1, false);
    assertThat(window.hasRoom()).isTrue();
  }

  @Test
  void confirmsInAnyOrderFreeTheWindow() {
    Random random = new Random(1);
    ConfirmWindow window = new ConfirmWindow(64);
    List<PendingMessage> all = new ArrayList<>();
    long tag = 0;
    for (int round = 0; round < 500; round++) {
      List<Long> tags = new ArrayList<>();
      for (int i = 0; i < 64; i++) {
        all.addAll(add(window, 1));
        tags.add(++tag);
      }
      assertThat(window.hasRoom()).isFalse();
      java.util.Collections.shuffle(tags, random);
      tags.forEach(one -> window.acknowledge(one, false));
      assertThat(window.outstanding()).isZero();
    }
    assertThat(all).allMatch(CompletableFuture::isDone);
  }

  @Test
  void drainsInTheOrderOfPublishingWhatIsUnconfirmed() {
    List<PendingMessage> messages = add(window, 5);
    window.acknowledge(3, false);
    window.close();
    assertThat(window.drain())
        .containsExactly(messages.get(0), messages.get(1), messages.get(3), messages.get(4));
    assertThat(window.drain()).isEmpty();
  }

  @Test
  void closingLetsAWaitingPublisherGo() throws Exception {
    ConfirmWindow window = new ConfirmWindow(1);
    add(window, 1);
    CompletableFuture<Boolean> room =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return window.awaitRoom(System.nanoTime() + SOON);
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    window.close();
    assertThat(room.get(30, TimeUnit.SECONDS)).isFalse();
  }

  @Test
  void aPublisherAndAConfirmingThreadLoseNothing() throws Exception {
    int count = 200_000;
    ConfirmWindow window = new ConfirmWindow(100);
    BlockingQueue<Long> published = new ArrayBlockingQueue<>(1_000);
    Thread broker = new Thread(() -> confirmAll(window, published, count));
    broker.start();
    List<PendingMessage> messages = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      assertThat(window.awaitRoom(System.nanoTime() + SOON)).isTrue();
      messages.addAll(add(window, 1));
      published.put(i + 1L);
    }
    broker.join();
    assertThat(messages).allMatch(message -> message.isDone());
    assertThat(window.outstanding()).isZero();
  }

  /** Singly and in groups, as a broker does. */
  private static void confirmAll(ConfirmWindow window, BlockingQueue<Long> published, int count) {
    Random random = new Random(2);
    try {
      long tag = 0;
      while (tag < count) {
        tag = published.take();
        if (published.isEmpty() || random.nextInt(8) == 0) {
          window.acknowledge(tag, true);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static List<PendingMessage> add(ConfirmWindow window, int count) {
    List<PendingMessage> messages = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      PendingMessage message =
          new PendingMessage("e", "", new byte[0], List.of(), PendingMessage.AS_CONFIGURED);
      window.add(message);
      messages.add(message);
    }
    return messages;
  }
}
