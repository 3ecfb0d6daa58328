package io.tidemark.driver.rabbitmq.stream;

import com.rabbitmq.stream.Message;
import com.rabbitmq.stream.MessageHandler.Context;
import io.tidemark.driver.LogMessage;
import io.tidemark.driver.ReceivedBatch;
import io.tidemark.driver.ReceivedMessage;
import org.jspecify.annotations.Nullable;

/** What a reader is delivering on one thread: the message and its chunk. */
@SuppressWarnings("NullAway.Init") // Set before each delivery.
final class StreamMessage implements LogMessage {
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
