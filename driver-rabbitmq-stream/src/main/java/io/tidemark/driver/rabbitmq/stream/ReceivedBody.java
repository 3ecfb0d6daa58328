package io.tidemark.driver.rabbitmq.stream;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A received message; the body is its own copy. */
final class ReceivedBody implements BodyMessage {
  private final byte[] body;
  private final @Nullable String filterValue;

  /**
   * @param filterValue null for none
   */
  ReceivedBody(byte[] body, @Nullable String filterValue) {
    this.body = body;
    this.filterValue = filterValue;
  }

  @Override
  public @Nullable Map<String, Object> getApplicationProperties() {
    return filterValue == null ? null : Map.of(BodyLayout.FILTER, filterValue);
  }

  @Override
  public byte[] getBodyAsBinary() {
    return body;
  }
}
