package misbehaving;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.bookkeeper.stats.StatsLogger;

/**
 * Delivers each message at once to its own consumers, and misbehaves as its file says: "behaviour"
 * in the call "at", in sends from message "after" on.
 */
public class MisbehavingDriver implements BenchmarkDriver {
  private final List<ConsumerCallback> consumers = new CopyOnWriteArrayList<ConsumerCallback>();
  private final AtomicInteger sent = new AtomicInteger();
  private final List<CompletableFuture<?>> late =
      new CopyOnWriteArrayList<CompletableFuture<?>>();
  private String behaviour = "";
  private String at = "";
  private int after;

  @Override
  public void initialize(File file, StatsLogger statsLogger) throws IOException {
    for (String line : Files.readAllLines(file.toPath())) {
      String[] parts = line.split(":\\s*", 2);
      if (parts[0].equals("behaviour")) {
        behaviour = parts[1].trim();
      } else if (parts[0].equals("at")) {
        at = parts[1].trim();
      } else if (parts[0].equals("after")) {
        after = Integer.parseInt(parts[1].trim());
      }
    }
    misbehave("initialize");
  }

  private boolean here(String call) {
    return at.equals(call);
  }

  private void misbehave(String call) {
    if (!here(call)) {
      return;
    }
    switch (behaviour) {
      case "throw":
        throw new IllegalStateException("misbehaviour in " + call);
      case "error":
        throw new NoClassDefFoundError("some/Missing");
      case "block":
        block();
        break;
      case "exit":
        System.exit(0);
        break;
      case "exitInThread":
        new Thread(() -> System.exit(0), "of-the-driver").start();
        break;
      case "leakThreads":
        for (int i = 0; i < 2; i++) {
          new Thread(MisbehavingDriver::block, "leaked-" + i).start();
        }
        break;
      case "blockingHook":
        Runtime.getRuntime().addShutdownHook(new Thread(MisbehavingDriver::block, "hook"));
        break;
      default:
        break;
    }
  }

  /** Until the process ends; an interrupt changes nothing. */
  static void block() {
    while (true) {
      try {
        Thread.sleep(60_000);
      } catch (InterruptedException e) {
        continue;
      }
    }
  }

  private <T> CompletableFuture<T> answer(String call, T value) {
    misbehave(call);
    CompletableFuture<T> future = new CompletableFuture<T>();
    String how = here(call) ? behaviour : "";
    switch (how) {
      case "null":
        return null;
      case "never":
        return future;
      case "late":
        late.add(future);
        return future;
      case "fail":
        future.completeExceptionally(new IllegalStateException("misbehaviour in " + call));
        return future;
      case "nullValue":
        future.complete(null);
        return future;
      case "twice":
        future.complete(value);
        future.complete(value);
        future.completeExceptionally(new IllegalStateException("a second time"));
        return future;
      default:
        future.complete(value);
        return future;
    }
  }

  @Override
  public String getTopicNamePrefix() {
    misbehave("getTopicNamePrefix");
    return here("getTopicNamePrefix") && behaviour.equals("null") ? null : "misbehaving";
  }

  @Override
  public CompletableFuture<Void> createTopic(String topic, int partitions) {
    return answer("createTopic", null);
  }

  /** One after the other, unless the file wants this call to misbehave; of lists, also "short". */
  @Override
  public CompletableFuture<Void> createTopics(List<TopicInfo> topics) {
    return here("createTopics")
        ? answer("createTopics", (Void) null)
        : BenchmarkDriver.super.createTopics(topics);
  }

  @Override
  public CompletableFuture<List<BenchmarkProducer>> createProducers(List<ProducerInfo> infos) {
    return here("createProducers")
        ? answer("createProducers", Collections.<BenchmarkProducer>emptyList())
        : BenchmarkDriver.super.createProducers(infos);
  }

  @Override
  public CompletableFuture<List<BenchmarkConsumer>> createConsumers(List<ConsumerInfo> infos) {
    return here("createConsumers")
        ? answer("createConsumers", Collections.<BenchmarkConsumer>emptyList())
        : BenchmarkDriver.super.createConsumers(infos);
  }

  @Override
  public CompletableFuture<BenchmarkProducer> createProducer(String topic) {
    BenchmarkProducer producer =
        new BenchmarkProducer() {
          @Override
          public CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload) {
            boolean now = sent.getAndIncrement() >= after;
            deliver(payload, now);
            return now ? answer("sendAsync", (Void) null) : CompletableFuture.completedFuture(null);
          }

          @Override
          public void close() {
            misbehave("closeProducer");
            if (here("afterClose")) {
              consumers.forEach(each -> each.messageReceived(new byte[100], 1L));
            }
          }
        };
    return answer("createProducer", producer);
  }

  private void deliver(byte[] payload, boolean now) {
    for (ConsumerCallback each : consumers) {
      if (now && here("callback")) {
        misbehave("callback");
        byte[] wrong = behaviour.equals("empty") ? new byte[0] : null;
        each.messageReceived(
            behaviour.startsWith("exit") ? payload : wrong, System.currentTimeMillis());
      } else {
        each.messageReceived(payload, System.currentTimeMillis());
      }
    }
  }

  @Override
  public CompletableFuture<BenchmarkConsumer> createConsumer(
      String topic, String subscription, ConsumerCallback callback) {
    consumers.add(callback);
    return answer("createConsumer", (BenchmarkConsumer) () -> misbehave("closeConsumer"));
  }

  /** Also calls back and answers when everything is closed, if the file wants that. */
  @Override
  public void close() {
    late.forEach(future -> future.complete(null));
    if (here("afterClose")) {
      new Thread(() -> consumers.forEach(each -> each.messageReceived(new byte[100], 1L))).start();
    }
    misbehave("close");
  }
}
