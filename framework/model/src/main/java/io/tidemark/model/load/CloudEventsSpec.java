package io.tidemark.model.load;

import io.tidemark.driver.settings.Key;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Messages as CloudEvents 1.0: attributes in headers, or in a JSON document around the body. */
public record CloudEventsSpec(
    @Key(
            value =
                "`binary`: each attribute is a header, named as the protocol binding of the driver"
                    + " says, and the body is the data of the event. `structured`: the body is the"
                    + " event as a JSON document, whose `data` is the JSON that `payload` gives, and"
                    + " the content type is `application/cloudevents+json`.",
            orElse = "binary")
        Mode mode,
    @Key(
            value =
                "Attribute `type`, with the values of headers (`binary`) or of templates"
                    + " (`structured`).",
            pattern = "(?s).*\\S.*",
            form = "a text of at least one character",
            orElse = "io.tidemark.message")
        String type,
    @Key(value = "Attribute `source`, a URI reference; values as in `type`.", orElse = "/tidemark")
        String source,
    @Key(
            "Attribute `datacontenttype`. `binary`: where messages have a content type (not with"
                + " JMS). `structured`: a type of JSON, by default `application/json`.")
        Optional<String> dataContentType) {
  /** The content type of an event in structured mode. */
  public static final String JSON_EVENT = "application/cloudevents+json; charset=UTF-8";

  /** What separates the attributes in a structured event from its data. */
  public static final String DATA = ",\"data\":";

  /** How the attributes are carried. */
  public enum Mode {
    /** In headers. */
    BINARY,
    /** In the body, which is a JSON document. */
    STRUCTURED
  }

  public boolean isStructured() {
    return mode == Mode.STRUCTURED;
  }

  /** The attributes with their values, which may have directives of headers. */
  public Map<String, String> attributes() {
    return attributes("#{time}-#{producer}-#{n}", dataContentType);
  }

  /** The attributes of a structured event, whose values may have directives of templates. */
  public Map<String, String> structuredAttributes() {
    return attributes(
        "#{time:nanos}-#{sequence}", Optional.of(dataContentType.orElse("application/json")));
  }

  private Map<String, String> attributes(String id, Optional<String> contentType) {
    Map<String, String> attributes = new LinkedHashMap<>();
    attributes.put("specversion", "1.0");
    attributes.put("id", id);
    attributes.put("source", source);
    attributes.put("type", type);
    attributes.put("time", "#{time:iso}");
    contentType.ifPresent(text -> attributes.put("datacontenttype", text));
    return attributes;
  }
}
