package io.tidemark.driver.rabbitmq.stream;

import com.rabbitmq.stream.Consumer;
import com.rabbitmq.stream.ConsumerBuilder;
import com.rabbitmq.stream.ConsumerFlowStrategy;
import com.rabbitmq.stream.Environment;
import com.rabbitmq.stream.Message;
import com.rabbitmq.stream.MessageHandler;
import com.rabbitmq.stream.MessageHandler.Context;
import com.rabbitmq.stream.OffsetSpecification;
import com.rabbitmq.stream.Resource;
import com.rabbitmq.stream.Resource.State;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.DriverEvent.Kind;
import io.tidemark.driver.LogMessage;
import io.tidemark.driver.ReceivedBatch;
import io.tidemark.driver.ReceivedMessage;
import io.tidemark.driver.rabbitmq.stream.StreamConfiguration.Consuming;
import io.tidemark.driver.rabbitmq.stream.StreamConfiguration.Credit;
import io.tidemark.driver.rabbitmq.stream.StreamConfiguration.Tracking;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Reads one stream, or a whole super stream as one of its single active consumers. Starting and
 * stopping are the group's, under its monitor; a stopped reader goes on after the last message it
 * has delivered.
 */
final class StreamReader {
  /** Stands for the partition of a super stream, whose messages have different ones. */
  static final int NO_PARTITION = -1;

  /** Longest wait for a replica of a new stream, which starts after its leader. */
  private static final Duration REPLICA_STARTS = Duration.ofSeconds(30);

  private final Environment environment;
  private final Source source;
  private final StreamConfiguration configuration;
  private final Consuming settings;

  /** Whether messages with other filter values than those of the file may come. */
  private final boolean filters;

  private final Delivery delivery;
  private final java.util.function.Consumer<DriverEvent> events;

  /** Written by the delivering thread without a fence: read after the reader has stopped. */
  private final AtomicLong lastOffset = new AtomicLong(-1);

  private volatile boolean lost;

  /** The client delivers the streams of a super stream on several threads. */
  private final ThreadLocal<StreamMessage> deliveries = ThreadLocal.withInitial(StreamMessage::new);

  private @Nullable Consumer consumer;

  /** Where messages go. */
  interface Delivery {
    /**
     * A chunk has arrived; its messages follow on this thread.
     *
     * @param partition {@link #NO_PARTITION} if it is not known yet
     */
    ReceivedBatch chunkArrived(int partition);

    void deliver(LogMessage message);
  }

  /**
   * What is read, and for whom.
   *
   * @param superStream whether name is that of a super stream, to be read as one of its single
   *     active consumers
   * @param singleActive whether the broker may give the stream to another consumer
   * @param partition the number of the stream in its topic; ignored for a super stream
   */
  record Source(
      String name, boolean superStream, boolean singleActive, String subscription, int partition) {
    Source {
      partition = superStream ? NO_PARTITION : partition;
    }
  }

  StreamReader(
      Environment environment,
      Source source,
      StreamConfiguration configuration,
      Delivery delivery,
      java.util.function.Consumer<DriverEvent> events) {
    this.environment = environment;
    this.source = source;
    this.configuration = configuration;
    this.settings = configuration.consuming();
    this.filters = !settings.filterValues().isEmpty();
    this.delivery = delivery;
    this.events = events;
  }

  void start() {
    if (consumer != null) {
      return;
    }
    ConsumerBuilder builder =
        environment.consumerBuilder().messageHandler(this::handle).listeners(this::stateChanged);
    builder =
        source.superStream() ? builder.superStream(source.name()) : builder.stream(source.name());
    builder = builder.offset(begin());
    builder = tracked(builder);
    builder = builder.flow().strategy(new Chunks()).builder();
    if (source.singleActive()) {
      builder = builder.singleActiveConsumer();
    }
    if (filters) {
      // The broker filters by chunk, so a chunk may have messages with other values. The client
      // would
      // not count those that its filter discards as processed, and ask for no further chunks.
      builder =
          builder
              .filter()
              .values(settings.filterValues().toArray(String[]::new))
              .postFilter(message -> true)
              .matchUnfiltered(settings.matchUnfiltered())
              .builder();
    }
    consumer = build(builder);
  }

  private boolean isWanted(com.rabbitmq.stream.Message message) {
    Map<String, Object> properties = message.getApplicationProperties();
    Object value = properties == null ? null : properties.get(BodyLayout.FILTER);
    return configuration.delivers(value == null ? null : value.toString());
  }

  private Consumer build(ConsumerBuilder builder) {
    long begin = System.nanoTime();
    while (true) {
      try {
        return builder.build();
      } catch (IllegalStateException e) {
        if (!lacksReplica(e) || Thread.currentThread().isInterrupted()) {
          throw e;
        }
        if (System.nanoTime() - begin > REPLICA_STARTS.toNanos()) {
          throw new IllegalStateException(
              String.format(
                  Locale.ROOT,
                  "no replica of %s was available within %d s, and connections.consumersOnReplica is set",
                  source.name(),
                  REPLICA_STARTS.toSeconds()),
              e);
        }
        LockSupport.parkNanos(100_000_000);
      }
    }
  }

  /** The client has no other sign of it. */
  private static boolean lacksReplica(IllegalStateException failure) {
    return String.valueOf(failure.getMessage()).startsWith("Only the leader node is available");
  }

  /** The offset that the broker has stored for the subscription counts before this one. */
  private OffsetSpecification begin() {
    long last = lastOffset.get();
    // With several partitions or consumers in turn the last offset here means nothing.
    return last < 0 || source.superStream() || source.singleActive()
        ? settings.offset()
        : OffsetSpecification.offset(last + 1);
  }

  private ConsumerBuilder tracked(ConsumerBuilder builder) {
    if (settings.tracking() == Tracking.NONE) {
      return builder.noTrackingStrategy();
    }
    return builder
        .name(source.subscription())
        .autoTrackingStrategy()
        .messageCountBeforeStorage(settings.trackEveryMessages())
        .builder();
  }

  /** The client calls it for each chunk, before the messages, on the same thread. */
  private final class Chunks implements ConsumerFlowStrategy {
    private final ConsumerFlowStrategy flow = credits();

    @Override
    public int initialCredits() {
      return flow.initialCredits();
    }

    @Override
    public MessageProcessedCallback start(Context chunk) {
      deliveries.get().chunk(delivery.chunkArrived(source.partition()));
      return flow.start(chunk);
    }
  }

  private ConsumerFlowStrategy credits() {
    return settings.credit() == Credit.CHUNK_ARRIVAL
        ? ConsumerFlowStrategy.creditOnChunkArrival(settings.credits())
        : ConsumerFlowStrategy.creditWhenHalfMessagesProcessed(settings.credits());
  }

  private void handle(MessageHandler.Context context, com.rabbitmq.stream.Message message) {
    if (!filters || isWanted(message)) {
      delivery.deliver(deliveries.get().with(message, context, source.partition()));
    }
    lastOffset.lazySet(context.offset());
    context.processed();
  }

  private void stateChanged(Resource.Context context) {
    String subject = source.name() + " subscription " + source.subscription();
    if (context.currentState() == State.RECOVERING) {
      lost = true;
      events.accept(new DriverEvent(Kind.CONNECTION_LOST, subject, "the client reconnects"));
    } else if (context.currentState() == State.OPEN && lost) {
      lost = false;
      events.accept(new DriverEvent(Kind.CONNECTION_RECOVERED, subject, "the client reconnected"));
    }
  }

  void stop() {
    if (consumer != null) {
      consumer.close();
      consumer = null;
    }
  }

  /** What a reader is delivering on one thread: the message and its chunk. */
  @SuppressWarnings("NullAway.Init") // Set before each delivery.
  static final class StreamMessage implements LogMessage {
    private Message message;
    private Context context;
    private String stream = "";
    private int partition;
    private ReceivedBatch batch = ReceivedBatch.NONE;

    void chunk(ReceivedBatch arrived) {
      batch = arrived;
    }

    /**
     * @param known the partition; {@link StreamReader#NO_PARTITION} to take that of the stream
     */
    StreamMessage with(Message received, Context of, int known) {
      message = received;
      context = of;
      if (known != StreamReader.NO_PARTITION) {
        partition = known;
      } else if (!stream.equals(of.stream())) {
        stream = of.stream();
        partition = Streams.partitionOf(stream);
      }
      return this;
    }

    @Override
    public byte[] array() {
      return message.getBodyAsBinary();
    }

    @Override
    public long publishedMillis() {
      return context.timestamp();
    }

    @Override
    public int partition() {
      return partition;
    }

    @Override
    public long offset() {
      return context.offset();
    }

    @Override
    public byte @Nullable [] header(String name) {
      return message.getApplicationProperties() == null
          ? null
          : ReceivedMessage.bytes(message.getApplicationProperties().get(name));
    }

    @Override
    public ReceivedBatch batch() {
      return batch;
    }
  }
}
