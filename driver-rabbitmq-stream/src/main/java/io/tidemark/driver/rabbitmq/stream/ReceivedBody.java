package io.tidemark.driver.rabbitmq.stream;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A received message; the body is its own copy. */
final class ReceivedBody implements BodyMessage {
  private final byte[] body;
  private final @Nullable Map<String, Object> properties;

  /**
   * @param properties null for none
   */
  ReceivedBody(byte[] body, @Nullable Map<String, Object> properties) {
    this.body = body;
    this.properties = properties;
  }

  @Override
  public @Nullable Map<String, Object> getApplicationProperties() {
    return properties;
  }

  @Override
  public byte[] getBodyAsBinary() {
    return body;
  }
}
