package io.tidemark.driver.testkit.observed;

import io.tidemark.driver.ReceivedMessage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** An inbox that also records headers. */
public final class HeaderInbox extends DetailedInbox {
  private final Set<String> names;
  private final List<Message> messages = new ArrayList<>();

  /**
   * @param names of the headers to be recorded
   */
  public HeaderInbox(Set<String> names) {
    this.names = names;
  }

  /**
   * One delivery with its headers.
   *
   * @param headers their values in ISO 8859-1, which has a character for each byte
   */
  public record Message(long number, Map<String, String> headers) {}

  @Override
  public void messageReceived(ReceivedMessage message) {
    Map<String, String> found = new HashMap<>();
    for (String name : names) {
      byte[] value = message.header(name);
      if (value != null) {
        found.put(name, new String(value, StandardCharsets.ISO_8859_1));
      }
    }
    synchronized (messages) {
      messages.add(new Message(NumberedPayload.number(message.body()), found));
    }
    super.messageReceived(message);
  }

  /** All deliveries with headers. */
  public List<Message> messages() {
    synchronized (messages) {
      return List.copyOf(messages);
    }
  }
}
