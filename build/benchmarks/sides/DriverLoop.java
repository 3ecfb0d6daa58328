import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.GroupedSends;
import io.tidemark.driver.SendBehavior;
import io.tidemark.driver.SendFuture;
import io.tidemark.driver.topics.TopicCleaner;
import java.io.File;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.bookkeeper.stats.NullStatsLogger;

/**
 * A driver as fast as it goes, measuring nothing but the count, until the process is stopped: {@code
 * DriverLoop <driver class> <driver file> <message bytes> [both|produce|consume [<topic>]]}. One
 * publisher, one consumer, or both, on a new topic, or on an existing one. Prints {@link Rates}.
 */
final class DriverLoop {
  /** So many messages Tidemark's engine sends at most before it looks at the clock again. */
  private static final int GROUP = 256;

  private static final Rates RATES = new Rates();
  private static volatile boolean stopped;

  public static void main(String[] args) throws Exception {
    String what = args.length > 3 ? args[3] : "both";
    BenchmarkDriver driver =
        (BenchmarkDriver) Class.forName(args[0]).getDeclaredConstructor().newInstance();
    driver.initialize(new File(args[1]), NullStatsLogger.INSTANCE);
    String unique = UUID.randomUUID().toString().substring(0, 7);
    List<String> created = new ArrayList<>();
    if (args.length < 5) {
      created.add(driver.getTopicNamePrefix() + "-0000000-" + unique);
      driver.createTopic(created.get(0), 1).get(60, TimeUnit.SECONDS);
    }
    String topic = args.length < 5 ? created.get(0) : args[4];
    List<AutoCloseable> clients = new ArrayList<>();
    if (!what.equals("produce")) {
      clients.add(consumer(driver, topic, "sub-" + unique));
    }
    Thread sender = new Thread(() -> {});
    if (!what.equals("consume")) {
      BenchmarkProducer producer = driver.createProducer(topic).get(60, TimeUnit.SECONDS);
      clients.add(0, producer);
      boolean copies = driver instanceof SendBehavior behavior && behavior.copiesPayload();
      sender = new Thread(() -> send(producer, Integer.parseInt(args[2]), copies));
    }
    sender.start();
    RATES.printEverySecond();
    end(driver, created, clients, sender);
  }

  private static BenchmarkConsumer consumer(BenchmarkDriver driver, String topic, String name)
      throws Exception {
    return driver.createConsumer(topic, name, new Counting()).get(60, TimeUnit.SECONDS);
  }

  /** When the process is asked to end; until then its consumer keeps it alive. */
  private static void end(
      BenchmarkDriver driver, List<String> created, List<AutoCloseable> clients, Thread sender)
      throws InterruptedException {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  stopped = true;
                  try {
                    sender.join(10_000);
                    for (AutoCloseable client : clients) {
                      client.close();
                    }
                    if (driver instanceof TopicCleaner cleaner && !created.isEmpty()) {
                      cleaner.deleteTopics(created).get(60, TimeUnit.SECONDS);
                    }
                    driver.close();
                  } catch (Exception e) {
                    System.err.println("The driver did not end well: " + e);
                  }
                }));
    new CountDownLatch(1).await();
  }

  /**
   * With no more objects for a message than the engine needs: no dependent future, and no array if
   * the driver copies.
   */
  private static void send(BenchmarkProducer producer, int bytes, boolean copies) {
    GroupedSends grouping = producer instanceof GroupedSends grouped ? grouped : null;
    byte[] payload = new byte[bytes];
    for (int sent = 0; !stopped; sent++) {
      if (grouping != null && sent % GROUP == 0) {
        grouping.release();
        grouping.hold();
      }
      CompletableFuture<Void> future =
          producer.sendAsync(Optional.empty(), copies ? payload : new byte[bytes]);
      if (future instanceof SendFuture send) {
        send.whenDone((failure, nanoTime) -> count(failure));
      } else {
        future.whenComplete((nothing, failure) -> count(failure));
      }
    }
    if (grouping != null) {
      grouping.release();
    }
  }

  private static void count(Throwable failure) {
    if (failure == null) {
      RATES.countConfirmed();
    }
  }

  private static final class Counting implements ConsumerCallback {
    @Override
    public void messageReceived(byte[] payload, long publishTimestamp) {
      RATES.countReceived();
    }

    @Override
    public void messageReceived(ByteBuffer payload, long publishTimestamp) {
      RATES.countReceived();
    }
  }
}
