package io.tidemark.driver.testkit;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A producer of {@link MemoryDriver}. */
final class MemoryProducer implements BenchmarkProducer {
  private static final int RARE = 1_000;
  private static final int LARGEST = 65_536;

  private final MemoryDriver driver;
  private final String topic;
  private int count;

  MemoryProducer(MemoryDriver driver, String topic) {
    this.driver = driver;
    this.topic = topic;
  }

  @Override
  public CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload) {
    count++;
    boolean rare = count % RARE == 0;
    try {
      if (!(rare && driver.has(Defect.LOSES_ONE_OF_1000_SENDS))
          && !(payload.length == 0 && driver.has(Defect.LOSES_EMPTY_BODIES))) {
        driver.broker().publish(topic, key, body(payload, rare));
      }
      if (rare && driver.has(Defect.SENDS_ONE_OF_1000_TWICE)) {
        driver.broker().publish(topic, key, payload.clone());
      }
    } catch (IOException e) {
      return driver.has(Defect.REPORTS_A_REFUSAL_AS_SUCCESS)
          ? CompletableFuture.completedFuture(null)
          : CompletableFuture.failedFuture(e);
    }
    boolean forgotten = count % 9 == 0 && driver.has(Defect.NEVER_COMPLETES_EVERY_NINTH_SEND);
    return forgotten ? new CompletableFuture<>() : CompletableFuture.completedFuture(null);
  }

  private byte[] body(byte[] payload, boolean rare) {
    boolean cut = driver.has(Defect.CUTS_BODIES_OVER_64_KIB) && payload.length > LARGEST;
    byte[] body = Arrays.copyOf(payload, cut ? LARGEST : payload.length);
    if (rare && driver.has(Defect.CHANGES_ONE_OF_1000_SENDS)) {
      body[body.length - 1]++;
    }
    return body;
  }

  @Override
  public void close() {}
}
