package io.tidemark.driver.testkit.observed;

import io.tidemark.driver.HeaderCallback;
import io.tidemark.driver.ReceivedHeaders;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** An inbox that also records headers. */
public final class HeaderInbox extends DetailedInbox implements HeaderCallback {
  private final List<Message> messages = new ArrayList<>();

  /**
   * One delivery with its headers.
   *
   * @param listed by {@link ReceivedHeaders#forEach}, in ISO 8859-1, which has a character for each
   *     byte
   * @param headers the same by {@link ReceivedHeaders#value}
   */
  public record Message(long number, Map<String, String> listed, Map<String, String> headers) {}

  @Override
  public void messageReceived(
      byte[] payload,
      long publishTimestamp,
      int partition,
      boolean redelivered,
      ReceivedHeaders headers) {
    store(NumberedPayload.number(payload), headers);
    receive(payload, publishTimestamp, partition);
  }

  @Override
  public void messageReceived(
      ByteBuffer payload,
      long publishTimestamp,
      int partition,
      boolean redelivered,
      ReceivedHeaders headers) {
    byte[] bytes = new byte[payload.remaining()];
    payload.duplicate().get(bytes);
    store(NumberedPayload.number(bytes), headers);
    receive(payload, publishTimestamp, partition);
  }

  private void store(long number, ReceivedHeaders headers) {
    Map<String, String> listed = new HashMap<>();
    headers.forEach((name, value) -> listed.put(name, text(value)));
    Map<String, String> found = new HashMap<>();
    for (String name : listed.keySet()) {
      byte[] value = headers.value(name);
      if (value != null) {
        found.put(name, text(value));
      }
    }
    synchronized (messages) {
      messages.add(new Message(number, listed, found));
    }
  }

  private static String text(byte[] value) {
    return new String(value, StandardCharsets.ISO_8859_1);
  }

  /** All deliveries with headers. */
  public List<Message> messages() {
    synchronized (messages) {
      return List.copyOf(messages);
    }
  }
}
