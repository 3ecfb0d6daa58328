package io.tidemark.driver.headers;

import io.tidemark.driver.DescribedDriver;
import io.tidemark.driver.ReceivedMessage;
import java.util.Map;
import java.util.Optional;

/**
 * A driver whose messages can have headers (also called properties): its producers are {@link
 * HeaderSender}s, and its received messages have {@link ReceivedMessage#header}. All methods are
 * called on an instance that may not be initialized, and connect to nothing.
 */
public interface HeaderSupport {

  /** Whether values can be any bytes. Otherwise the framework sends only ASCII texts as stamps. */
  default boolean binaryHeaders() {
    return true;
  }

  /**
   * The header that carries an attribute of a CloudEvent in binary mode, as the protocol binding of
   * CloudEvents says; by default that of Kafka.
   *
   * @param attribute such as {@code id} or {@code datacontenttype}
   * @return empty if no header carries the attribute
   */
  default Optional<String> cloudEventHeader(String attribute) {
    return Optional.of(attribute.equals("datacontenttype") ? "content-type" : "ce_" + attribute);
  }

  /**
   * The header that a receiver reads as the content type of a message, such as that of a CloudEvent
   * in structured mode; by default the one of {@code datacontenttype}.
   *
   * @return empty if messages have no content type
   */
  default Optional<String> contentTypeHeader() {
    return cloudEventHeader("datacontenttype");
  }

  /**
   * Why the client or the broker does not carry a header of a workload, such as one whose name has
   * characters that it does not allow: checked before a run.
   *
   * @param configuration the whole driver file as maps, lists and scalars, as in {@link
   *     DescribedDriver#validate}
   * @return empty if the header is carried
   */
  default Optional<String> headerProblem(MessageHeader header, Map<String, Object> configuration) {
    return Optional.empty();
  }
}
