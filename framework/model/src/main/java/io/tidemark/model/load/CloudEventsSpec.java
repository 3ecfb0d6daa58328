package io.tidemark.model.load;

import io.tidemark.driver.Key;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Messages as CloudEvents 1.0 in binary mode: attributes in headers, the body as it is. */
public record CloudEventsSpec(
    @Key(
            value =
                "`binary`: each attribute is a header, named as the protocol binding of the driver"
                    + " says, and the body is the data of the event.",
            orElse = "binary")
        Mode mode,
    @Key(value = "Attribute `type`.", orElse = "io.tidemark.message") String type,
    @Key(value = "Attribute `source`.", orElse = "/tidemark") String source,
    @Key(
            "Attribute `datacontenttype`, where it is a header (Kafka, NATS); with RabbitMQ set"
                + " `messageProperties.contentType` of the driver file.")
        Optional<String> dataContentType) {

  /** How the attributes are carried. */
  public enum Mode {
    /** In headers. */
    BINARY
  }

  /** The attributes with their values, which may have directives. */
  public Map<String, String> attributes() {
    Map<String, String> attributes = new LinkedHashMap<>();
    attributes.put("specversion", "1.0");
    attributes.put("id", "#{time}-#{producer}-#{n}");
    attributes.put("source", source);
    attributes.put("type", type);
    attributes.put("time", "#{time:iso}");
    dataContentType.ifPresent(text -> attributes.put("datacontenttype", text));
    return attributes;
  }
}
