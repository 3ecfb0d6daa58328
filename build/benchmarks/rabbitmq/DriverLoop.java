import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.GroupedSends;
import io.tidemark.driver.TopicCleaner;
import java.io.File;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.bookkeeper.stats.NullStatsLogger;

/**
 * A driver as fast as it goes, one publisher and one consumer, measuring nothing but the count,
 * until the process is stopped: {@code DriverLoop <driver class> <driver file> <message bytes>}.
 * Prints {@link Rates}.
 */
final class DriverLoop {
  /** So many messages Tidemark's engine sends at most before it looks at the clock again. */
  private static final int GROUP = 256;

  private static final Rates RATES = new Rates();
  private static volatile boolean stopped;

  public static void main(String[] args) throws Exception {
    BenchmarkDriver driver =
        (BenchmarkDriver) Class.forName(args[0]).getDeclaredConstructor().newInstance();
    driver.initialize(new File(args[1]), NullStatsLogger.INSTANCE);
    String unique = UUID.randomUUID().toString().substring(0, 7);
    String topic = driver.getTopicNamePrefix() + "-0000000-" + unique;
    driver.createTopic(topic, 1).get(60, TimeUnit.SECONDS);
    BenchmarkConsumer consumer =
        driver.createConsumer(topic, "sub", new Counting()).get(60, TimeUnit.SECONDS);
    BenchmarkProducer producer = driver.createProducer(topic).get(60, TimeUnit.SECONDS);
    Thread sender = new Thread(() -> send(producer, Integer.parseInt(args[2])));
    sender.start();
    RATES.printEverySecond();
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> end(driver, topic, producer, consumer, sender)));
  }

  private static void end(
      BenchmarkDriver driver,
      String topic,
      BenchmarkProducer producer,
      BenchmarkConsumer consumer,
      Thread sender) {
    stopped = true;
    try {
      sender.join(10_000);
      producer.close();
      consumer.close();
      if (driver instanceof TopicCleaner cleaner) {
        cleaner.deleteTopics(List.of(topic)).get(60, TimeUnit.SECONDS);
      }
      driver.close();
    } catch (Exception e) {
      System.err.println("The driver did not end well: " + e);
    }
  }

  private static void send(BenchmarkProducer producer, int bytes) {
    GroupedSends grouping = producer instanceof GroupedSends grouped ? grouped : null;
    for (int sent = 0; !stopped; sent++) {
      if (grouping != null && sent % GROUP == 0) {
        grouping.release();
        grouping.hold();
      }
      producer
          .sendAsync(Optional.empty(), new byte[bytes])
          .whenComplete(
              (nothing, failure) -> {
                if (failure == null) {
                  RATES.countConfirmed();
                }
              });
    }
    if (grouping != null) {
      grouping.release();
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
