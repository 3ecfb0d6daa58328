package io.tidemark.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LinkDelayTest {
  private static final Duration LATENCY = Duration.ofMillis(40);

  @Test
  void addsTheLatencyToEachDirection() throws Exception {
    try (Peers peers = new Peers();
        Peers.Link link = peers.link()) {
      peers.proxy.delay(new LinkDelay(LATENCY, Duration.ZERO));
      for (int i = 0; i < 5; i++) {
        long start = System.nanoTime();
        link.send("x");
        link.receive(1);
        Duration oneWay = Duration.ofNanos(System.nanoTime() - start);
        link.answer("y");
        link.receiveAnswer(1);
        Duration both = Duration.ofNanos(System.nanoTime() - start);
        assertThat(oneWay).isGreaterThanOrEqualTo(LATENCY);
        assertThat(both).isGreaterThanOrEqualTo(LATENCY.multipliedBy(2));
      }
    }
  }

  @Test
  void keepsTheOrderAndEveryByteUnderJitterThatChanges() throws Exception {
    byte[] sent = new byte[100_000];
    new Random(3).nextBytes(sent);
    try (Peers peers = new Peers();
        Peers.Link link = peers.link()) {
      for (int i = 0; i < sent.length; i += 1000) {
        peers.proxy.delay(new LinkDelay(Duration.ofMillis(i % 7), Duration.ofMillis(i % 11)));
        link.client().getOutputStream().write(sent, i, 1000);
      }
      peers.proxy.delay(LinkDelay.NONE);
      link.client().shutdownOutput();
      assertThat(link.server().getInputStream().readAllBytes()).isEqualTo(sent);
    }
  }

  @Test
  void delaysTheEndOfAStreamAsItsBytes() throws Exception {
    try (Peers peers = new Peers();
        Peers.Link link = peers.link()) {
      peers.proxy.delay(new LinkDelay(LATENCY, Duration.ZERO));
      long start = System.nanoTime();
      link.client().close();
      assertThat(link.server().getInputStream().read()).isEqualTo(-1);
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(LATENCY);
    }
  }

  @Test
  void boundsWhatWaitsForALongDelay() throws Exception {
    int length = 64 * 1024 * 1024;
    try (Peers peers = new Peers();
        Peers.Link link = peers.link()) {
      peers.proxy.delay(new LinkDelay(Duration.ofSeconds(20), Duration.ZERO));
      Thread sender =
          new Thread(
              () -> {
                try {
                  link.client().getOutputStream().write(new byte[length]);
                } catch (java.io.IOException e) {
                  Thread.currentThread().interrupt(); // The test has ended.
                }
              });
      sender.start();
      sender.join(1000);
      assertThat(sender.isAlive()).as("the sender waits").isTrue();
      peers.proxy.resetConnections();
      sender.join(Peers.TIMEOUT_MILLIS);
      assertThat(sender.isAlive()).as("the sender waits after the reset").isFalse();
    }
  }

  @Test
  void refusesTimesOutsideTheLimits() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LinkDelay(Duration.ofMillis(-1), Duration.ZERO))
        .withMessage("latency: got -1 ms; allowed 0 to 60000 ms");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LinkDelay(Duration.ZERO, Duration.ofMinutes(2)))
        .withMessage("jitter: got 120000 ms; allowed 0 to 60000 ms");
  }
}
