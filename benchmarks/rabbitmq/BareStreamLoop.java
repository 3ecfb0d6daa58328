import com.rabbitmq.stream.ConfirmationHandler;
import com.rabbitmq.stream.Consumer;
import com.rabbitmq.stream.ConsumerFlowStrategy;
import com.rabbitmq.stream.Environment;
import com.rabbitmq.stream.OffsetSpecification;
import com.rabbitmq.stream.Producer;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * The stream client alone, with the settings of the driver's file, one publisher and one consumer:
 * {@code BareStreamLoop <uri> <message bytes> <warm-up seconds> <seconds>}. Prints confirmed and
 * received messages per second.
 */
final class BareStreamLoop {
  private static final LongAdder CONFIRMED = new LongAdder();
  private static final LongAdder RECEIVED = new LongAdder();
  private static volatile boolean stopped;

  public static void main(String[] args) throws Exception {
    Environment environment = Environment.builder().uri(args[0]).build();
    String stream = "bare-" + UUID.randomUUID();
    environment.streamCreator().stream(stream).create();
    Consumer consumer =
        environment
            .consumerBuilder()
            .stream(stream)
            .name("sub")
            .autoTrackingStrategy()
            .builder()
            .offset(OffsetSpecification.first())
            .flow()
            .strategy(ConsumerFlowStrategy.creditWhenHalfMessagesProcessed(10))
            .builder()
            .messageHandler(
                (context, message) -> {
                  RECEIVED.increment();
                  context.processed();
                })
            .build();
    Producer producer =
        environment
            .producerBuilder()
            .stream(stream)
            .batchSize(100)
            .dynamicBatch(true)
            .maxUnconfirmedMessages(10_000)
            .build();
    Thread sender = new Thread(() -> send(producer, Integer.parseInt(args[1])));
    sender.start();
    TimeUnit.SECONDS.sleep(Integer.parseInt(args[2]));
    long confirmed = CONFIRMED.sum();
    long received = RECEIVED.sum();
    long start = System.nanoTime();
    TimeUnit.SECONDS.sleep(Integer.parseInt(args[3]));
    double seconds = (System.nanoTime() - start) / 1e9;
    System.out.printf(
        "%.0f %.0f%n",
        (CONFIRMED.sum() - confirmed) / seconds, (RECEIVED.sum() - received) / seconds);
    stopped = true;
    sender.join();
    producer.close();
    consumer.close();
    environment.deleteStream(stream);
    environment.close();
    System.exit(0);
  }

  private static void send(Producer producer, int bytes) {
    ConfirmationHandler count =
        status -> {
          if (status.isConfirmed()) {
            CONFIRMED.increment();
          }
        };
    while (!stopped) {
      producer.send(producer.messageBuilder().addData(new byte[bytes]).build(), count);
    }
  }
}
