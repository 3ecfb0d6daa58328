package io.tidemark.model.workloadfile;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.tidemark.model.body.BodyException;
import io.tidemark.model.body.JsonCheck;
import io.tidemark.model.body.TemplateParser;
import io.tidemark.model.grammar.Fields;
import io.tidemark.model.load.CloudEventsSpec;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.PayloadSpec.Content;
import io.tidemark.model.load.PayloadSpec.Event;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** CloudEvents of a workload file: checks their attributes, and puts bodies into events. */
record EventReader(Fields fields, CloudEventsSpec spec) {
  private static final Pattern DIRECTIVE = Pattern.compile("#\\{[^}\\n]*}");
  private static final Pattern JSON_TYPE =
      Pattern.compile("[\\w.+-]+/(json|[\\w.-]+\\+json)(\\s*;.*)?", Pattern.CASE_INSENSITIVE);
  private static final int SAMPLES = 1000;
  private static final long MOST_BYTES = 64L << 20;

  /** Checks what both modes have. */
  void check() {
    String reference = DIRECTIVE.matcher(spec.source()).replaceAll("x");
    try {
      if (new URI(reference).toString().isEmpty()) {
        fields.error("source", "an empty text; allowed a URI reference such as /shop");
      }
    } catch (URISyntaxException e) {
      fields.error(
          "source", "is no URI reference, got " + spec.source() + "; allowed a text such as /shop");
    }
    if (spec.isStructured()
        && spec.dataContentType().filter(type -> !JSON_TYPE.matcher(type).matches()).isPresent()) {
      fields.error(
          "dataContentType",
          "the data of a structured event is JSON, got "
              + spec.dataContentType().get()
              + "; allowed application/json, or a type that ends with +json");
    }
  }

  /** The events whose data are these bodies; empty if an attribute is wrong. */
  Optional<Content> around(Content data) {
    try {
      return Optional.of(event(data));
    } catch (BodyException e) {
      fields.error("type or source: " + e.problem());
      return Optional.empty();
    }
  }

  private Event event(Content data) throws BodyException {
    String head = head(spec.structuredAttributes());
    List<byte[]> heads =
        TemplateParser.parse(head, true, EventReader::noTable).filling(1).pool(SAMPLES, MOST_BYTES);
    JsonCheck.check(heads.stream().map(EventReader::closed).toList());
    IntSummaryStatistics sizes =
        heads.stream().mapToInt(each -> each.length + 1).summaryStatistics();
    PayloadSpec inner = new PayloadSpec(List.of(), data);
    return new Event(
        head,
        data,
        sizes.getMin() + inner.smallestBytes(),
        sizes.getAverage() + inner.meanBytes(),
        sizes.getMax() + inner.largestBytes());
  }

  private static byte[] closed(byte[] head) {
    return (new String(head, StandardCharsets.UTF_8) + "0}").getBytes(StandardCharsets.UTF_8);
  }

  private static PayloadSpec.Table noTable(String file) throws BodyException {
    throw new BodyException("attributes have no values of files, got " + file);
  }

  /** The text of an event up to its data: what is between directives is escaped. */
  static String head(Map<String, String> attributes) {
    StringBuilder text = new StringBuilder("{");
    attributes.forEach(
        (name, value) ->
            text.append(text.length() == 1 ? "" : ",")
                .append('"')
                .append(name)
                .append("\":\"")
                .append(escaped(value))
                .append('"'));
    return text.append(CloudEventsSpec.DATA).toString();
  }

  private static String escaped(String value) {
    StringBuilder text = new StringBuilder();
    int end = 0;
    Matcher directive = DIRECTIVE.matcher(value);
    for (MatchResult found : directive.results().toList()) {
      text.append(json(value.substring(end, found.start()))).append(found.group());
      end = found.end();
    }
    return text.append(json(value.substring(end))).toString();
  }

  private static String json(String text) {
    return new String(JsonStringEncoder.getInstance().quoteAsString(text));
  }
}
