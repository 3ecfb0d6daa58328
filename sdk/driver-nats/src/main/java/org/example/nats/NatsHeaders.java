package org.example.nats;

import io.nats.client.Message;
import io.nats.client.impl.Headers;
import io.tidemark.driver.MessageHeader;
import io.tidemark.driver.ReceivedHeaders;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Headers of NATS: names and values are ASCII. */
final class NatsHeaders {
  private NatsHeaders() {}

  static Optional<String> problem(MessageHeader header) {
    boolean name =
        !header.name().isEmpty()
            && header.name().chars().allMatch(c -> c > ' ' && c < 127 && c != ':');
    boolean value = header.text().chars().allMatch(c -> c >= ' ' && c < 127);
    return name && value
        ? Optional.empty()
        : Optional.of("NATS allows ASCII characters only, and no spaces or : in the name");
  }

  static ReceivedHeaders received(Message message) {
    Headers headers = message.getHeaders();
    if (headers == null) {
      return ReceivedHeaders.NONE;
    }
    Map<String, String> texts = new TreeMap<>();
    headers.forEach((name, values) -> texts.put(name, values.get(0)));
    return ReceivedHeaders.of(texts);
  }
}
