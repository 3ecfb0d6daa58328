package io.tidemark.driver.testkit.observed;

import io.tidemark.driver.MessagePosition;
import io.tidemark.driver.PositionCallback;
import io.tidemark.driver.ReceivedHeaders;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** An inbox that also records positions. */
public final class PositionInbox extends DetailedInbox implements PositionCallback {
  private final Map<Long, Set<MessagePosition>> positions = new HashMap<>();

  @Override
  public void messageReceived(
      byte[] payload,
      long publishTimestamp,
      boolean redelivered,
      ReceivedHeaders headers,
      MessagePosition position,
      Optional<String> key) {
    store(payload, position);
    receive(payload, publishTimestamp, position.partition());
  }

  @Override
  public void messageReceived(
      ByteBuffer payload,
      long publishTimestamp,
      boolean redelivered,
      ReceivedHeaders headers,
      MessagePosition position,
      Optional<String> key) {
    byte[] bytes = new byte[payload.remaining()];
    payload.duplicate().get(bytes);
    store(bytes, position);
    receive(payload, publishTimestamp, position.partition());
  }

  private void store(byte[] payload, MessagePosition position) {
    synchronized (positions) {
      positions
          .computeIfAbsent(NumberedPayload.number(payload), key -> new HashSet<>())
          .add(position);
    }
  }

  /** By the number of the message. */
  public Map<Long, Set<MessagePosition>> positions() {
    synchronized (positions) {
      Map<Long, Set<MessagePosition>> copy = new HashMap<>();
      positions.forEach((number, each) -> copy.put(number, Set.copyOf(each)));
      return copy;
    }
  }
}
