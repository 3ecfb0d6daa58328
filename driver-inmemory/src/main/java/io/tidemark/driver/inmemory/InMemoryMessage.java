package io.tidemark.driver.inmemory;

import io.tidemark.driver.ReceivedMessage;
import io.tidemark.driver.headers.MessageHeader;
import io.tidemark.driver.outcome.DeadLetterReason;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A message on its way; a producer uses one object for all that it sends. */
final class InMemoryMessage implements ReceivedMessage {
  private byte[] array = {};
  private List<MessageHeader> headers = List.of();
  private long publishedMillis;
  private int partition;
  private int priority;
  private int deliveries = 1;
  private @Nullable DeadLetterReason deadLetterReason;

  InMemoryMessage with(
      byte[] payload, List<MessageHeader> sent, long epochMillis, int ofPartition) {
    array = payload;
    headers = sent;
    publishedMillis = epochMillis;
    partition = ofPartition;
    return this;
  }

  InMemoryMessage withPriority(int ofMessage) {
    priority = ofMessage;
    return this;
  }

  int priority() {
    return priority;
  }

  /** What a queue may keep. */
  InMemoryMessage copy() {
    return new InMemoryMessage()
        .with(array.clone(), headers, publishedMillis, partition)
        .withPriority(priority)
        .died(deadLetterReason);
  }

  /** It is delivered once more. */
  void deliveredOnce() {
    deliveries++;
  }

  /** It is a dead letter, unless the reason is null. */
  InMemoryMessage died(@Nullable DeadLetterReason reason) {
    deadLetterReason = reason;
    return this;
  }

  @Override
  public @Nullable DeadLetterReason deadLetterReason() {
    return deadLetterReason;
  }

  @Override
  public int deliveries() {
    return deliveries;
  }

  @Override
  public boolean redelivered() {
    return deliveries > 1;
  }

  @Override
  public byte[] array() {
    return array;
  }

  @Override
  public long publishedMillis() {
    return publishedMillis;
  }

  @Override
  public int partition() {
    return partition;
  }

  @Override
  public byte @Nullable [] header(String name) {
    for (MessageHeader header : headers) {
      if (header.name().equals(name)) {
        return header.bytes();
      }
    }
    return null;
  }
}
