package io.tidemark.driver.rabbitmq.stream;

import com.rabbitmq.stream.Message;
import com.rabbitmq.stream.Properties;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A message that has a body and nothing else. */
interface BodyMessage extends Message {
  @Override
  default Object getBody() {
    return getBodyAsBinary();
  }

  @Override
  default boolean hasPublishingId() {
    return false;
  }

  @Override
  default long getPublishingId() {
    return 0;
  }

  /** None: the client's interface says null for that. */
  @Override
  default @Nullable Properties getProperties() {
    return null;
  }

  @Override
  default @Nullable Map<String, Object> getApplicationProperties() {
    return null;
  }

  @Override
  default @Nullable Map<String, Object> getMessageAnnotations() {
    return null;
  }
}
