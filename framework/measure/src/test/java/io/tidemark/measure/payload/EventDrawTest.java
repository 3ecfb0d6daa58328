package io.tidemark.measure.payload;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.measure.EnvelopeLayout;
import io.tidemark.measure.EnvelopeWriter;
import io.tidemark.model.load.EnvelopeSpec.Position;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.PayloadSpec.Content;
import io.tidemark.model.load.PayloadSpec.Corpus;
import io.tidemark.model.load.PayloadSpec.Event;
import io.tidemark.model.load.PayloadSpec.Order;
import io.tidemark.model.load.PayloadSpec.Template;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Bodies as the data of events, read again as a strict consumer of CloudEvents would. */
class EventDrawTest {
  private static final int PRODUCERS = 3;
  private static final EnvelopeLayout LAYOUT =
      new EnvelopeLayout(Position.HEADER, false, PRODUCERS);
  private static final String HEAD =
      "{\"specversion\":\"1.0\",\"id\":\"#{time:nanos}-#{sequence}\",\"source\":\"/s\",\"type\":\"t\","
          + "\"time\":\"#{time:iso}\",\"datacontenttype\":\"application/json\",\"data\":";
  private static final JsonMapper STRICT =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(JsonParser.Feature.INCLUDE_SOURCE_IN_LOCATION)
          .build();
  private static final Set<String> ATTRIBUTES =
      Set.of("specversion", "id", "source", "type", "time", "datacontenttype", "data");

  private long now = 1_800_000_000_123_456_789L;

  private static JsonNode event(byte[] body) throws IOException {
    JsonNode event = STRICT.readTree(body);
    Set<String> names = new TreeSet<>();
    event.fieldNames().forEachRemaining(names::add);
    assertThat(names).isEqualTo(new TreeSet<>(ATTRIBUTES));
    assertThat(event.get("specversion").textValue()).isEqualTo("1.0");
    assertThat(event.get("id").textValue()).isNotEmpty();
    assertThat(event.get("type").textValue()).isNotEmpty();
    assertThat(URI.create(event.get("source").textValue()).toString()).isNotEmpty();
    assertThat(OffsetDateTime.parse(event.get("time").textValue()).toEpochSecond())
        .isEqualTo(1_800_000_000L);
    return event;
  }

  private PayloadPool pool(Content data) {
    PayloadSpec spec = new PayloadSpec(List.of(), new Event(HEAD, data, 1, 2, 3));
    return new PayloadPool(spec, 1, LAYOUT, () -> now);
  }

  private static Corpus corpus(String... bodies) {
    return new Corpus(
        List.of(bodies).stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toList(),
        Order.SEQUENTIAL);
  }

  @Test
  void eachMessageIsAnEventWithTheNextBodyAsItsData() throws IOException {
    PayloadPool.Draw draw = pool(corpus("{\"a\": \"\u00fc\"}", "1", "[2]", "null")).draw(7, 0);
    List<String> data = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      data.add(event(draw.next().copy()).get("data").toString());
    }
    // Of three producers: messages 0, 3, 6 and 9 of the run.
    assertThat(data).containsExactly("{\"a\":\"\u00fc\"}", "null", "[2]", "1");
    assertThat(event(pool(corpus("1")).draw(7, 0).first().copy()).get("data").intValue())
        .isEqualTo(1);
  }

  @Test
  void producersSendDifferentEvents() throws IOException {
    PayloadPool pool = pool(corpus("1", "2"));
    List<String> ids = new ArrayList<>();
    for (int producer = 0; producer < PRODUCERS; producer++) {
      PayloadPool.Draw draw = pool.draw(7, producer);
      for (int i = 0; i < 100; i++) {
        ids.add(event(draw.next().copy()).get("id").textValue());
      }
    }
    assertThat(ids).doesNotHaveDuplicates().contains(now + "-0", now + "-299");
  }

  @Test
  void dataCanHaveTheNumberOfItsMessage() throws IOException {
    Content template = new Template("{\"n\": #{sequence}}", true, List.of(), 8, 8, 8);
    PayloadPool.Draw draw = pool(template).draw(7, 2);
    for (int n = 2; n < 20; n += PRODUCERS) {
      JsonNode event = event(draw.next().copy());
      assertThat(event.get("data").get("n").intValue()).isEqualTo(n);
      assertThat(event.get("id").textValue()).endsWith("-" + n);
    }
  }

  @Test
  void theCheckIsOverTheWholeEvent() {
    PayloadPool.Body body = pool(corpus("{\"a\": 1}")).draw(7, 0).next();
    assertThat(body.hash()).isEqualTo(EnvelopeWriter.bodyHash(body.copy(), body.length(), LAYOUT));
    byte[] changed = body.copy();
    changed[changed.length - 3] ^= 1;
    assertThat(EnvelopeWriter.bodyHash(changed, body.length(), LAYOUT)).isNotEqualTo(body.hash());
  }
}
