package org.example.nats;

import io.tidemark.driver.headers.MessageHeader;
import java.util.Optional;

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
}
