import com.rabbitmq.stream.ByteCapacity;
import com.rabbitmq.stream.ConfirmationHandler;
import com.rabbitmq.stream.Consumer;
import com.rabbitmq.stream.ConsumerFlowStrategy;
import com.rabbitmq.stream.Environment;
import com.rabbitmq.stream.OffsetSpecification;
import com.rabbitmq.stream.Producer;
import java.util.UUID;

/**
 * The stream client alone, with the settings of the driver's file, one publisher and one consumer,
 * until the process is stopped: {@code BareStreamLoop <uri> <message bytes>}. Prints {@link Rates}.
 */
final class BareStreamLoop {
  private static final Rates RATES = new Rates();
  private static volatile boolean stopped;

  public static void main(String[] args) {
    Environment environment = Environment.builder().uri(args[0]).build();
    String stream = "bare-" + UUID.randomUUID();
    environment.streamCreator().stream(stream)
        .maxLengthBytes(ByteCapacity.MB(1_000))
        .maxSegmentSizeBytes(ByteCapacity.MB(100))
        .create();
    Consumer consumer = consumer(environment, stream);
    Producer producer =
        environment.producerBuilder().stream(stream)
            .batchSize(100)
            .dynamicBatch(true)
            .maxUnconfirmedMessages(10_000)
            .build();
    Thread sender = new Thread(() -> send(producer, Integer.parseInt(args[1])));
    sender.start();
    RATES.printEverySecond();
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  stopped = true;
                  producer.close();
                  consumer.close();
                  environment.deleteStream(stream);
                  environment.close();
                }));
  }

  private static Consumer consumer(Environment environment, String stream) {
    return environment.consumerBuilder().stream(stream)
        .name("sub")
        .autoTrackingStrategy()
        .builder()
        .offset(OffsetSpecification.first())
        .flow()
        .strategy(ConsumerFlowStrategy.creditWhenHalfMessagesProcessed(10))
        .builder()
        .messageHandler(
            (context, message) -> {
              RATES.countReceived();
              context.processed();
            })
        .build();
  }

  private static void send(Producer producer, int bytes) {
    ConfirmationHandler count =
        status -> {
          if (status.isConfirmed()) {
            RATES.countConfirmed();
          }
        };
    while (!stopped) {
      producer.send(producer.messageBuilder().addData(new byte[bytes]).build(), count);
    }
  }
}
