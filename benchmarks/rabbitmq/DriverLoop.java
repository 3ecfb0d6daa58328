import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import java.io.File;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.apache.bookkeeper.stats.NullStatsLogger;

/**
 * A driver as fast as it goes, one publisher and one consumer, measuring nothing but the count:
 * {@code DriverLoop <driver class> <driver file> <message bytes> <warm-up seconds> <seconds>}.
 * Prints confirmed and received messages per second.
 */
final class DriverLoop {
  private static final LongAdder CONFIRMED = new LongAdder();
  private static final LongAdder RECEIVED = new LongAdder();
  private static volatile boolean stopped;

  public static void main(String[] args) throws Exception {
    BenchmarkDriver driver =
        (BenchmarkDriver) Class.forName(args[0]).getDeclaredConstructor().newInstance();
    driver.initialize(new File(args[1]), NullStatsLogger.INSTANCE);
    String topic = driver.getTopicNamePrefix() + "-0000000-" + UUID.randomUUID().toString().substring(0, 7);
    driver.createTopic(topic, 1).get(60, TimeUnit.SECONDS);
    BenchmarkConsumer consumer =
        driver.createConsumer(topic, "sub", new Counting()).get(60, TimeUnit.SECONDS);
    BenchmarkProducer producer = driver.createProducer(topic).get(60, TimeUnit.SECONDS);
    Thread sender = new Thread(() -> send(producer, Integer.parseInt(args[2])));
    sender.start();
    TimeUnit.SECONDS.sleep(Integer.parseInt(args[3]));
    long confirmed = CONFIRMED.sum();
    long received = RECEIVED.sum();
    long start = System.nanoTime();
    TimeUnit.SECONDS.sleep(Integer.parseInt(args[4]));
    double seconds = (System.nanoTime() - start) / 1e9;
    System.out.printf(
        "%.0f %.0f%n",
        (CONFIRMED.sum() - confirmed) / seconds, (RECEIVED.sum() - received) / seconds);
    stopped = true;
    sender.join();
    producer.close();
    consumer.close();
    if (driver instanceof io.tidemark.driver.TopicCleaner cleaner) {
      cleaner.deleteTopics(java.util.List.of(topic)).get(60, TimeUnit.SECONDS);
    }
    driver.close();
    System.exit(0);
  }

  private static void send(BenchmarkProducer producer, int bytes) {
    while (!stopped) {
      producer
          .sendAsync(Optional.empty(), new byte[bytes])
          .whenComplete(
              (nothing, failure) -> {
                if (failure == null) {
                  CONFIRMED.increment();
                }
              });
    }
  }

  private static final class Counting implements ConsumerCallback {
    @Override
    public void messageReceived(byte[] payload, long publishTimestamp) {
      RECEIVED.increment();
    }

    @Override
    public void messageReceived(ByteBuffer payload, long publishTimestamp) {
      RECEIVED.increment();
    }
  }
}
