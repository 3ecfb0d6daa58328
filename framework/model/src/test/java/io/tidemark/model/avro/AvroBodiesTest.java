package io.tidemark.model.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.model.body.BodyException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AvroBodiesTest {
  private static final String EVERYTHING =
      """
      {"type": "record", "name": "All", "namespace": "a.b", "fields": [
        {"name": "no", "type": "null"}, {"name": "yes", "type": "boolean"},
        {"name": "i", "type": "int"}, {"name": "l", "type": "long"},
        {"name": "f", "type": "float"}, {"name": "d", "type": "double"},
        {"name": "s", "type": "string"}, {"name": "b", "type": "bytes"},
        {"name": "x", "type": {"type": "fixed", "name": "X", "size": 6}},
        {"name": "e", "type": {"type": "enum", "name": "E", "symbols": ["P", "Q"]}},
        {"name": "list", "type": {"type": "array", "items": ["null", "string"]}},
        {"name": "map", "type": {"type": "map", "values": "int"}},
        {"name": "u", "type": ["null", "string", "E"]},
        {"name": "at", "type": {"type": "long", "logicalType": "timestamp-millis"}},
        {"name": "on", "type": {"type": "int", "logicalType": "date"}},
        {"name": "price", "type": {"type": "bytes", "logicalType": "decimal", "precision": 9, "scale": 2}},
        {"name": "uuid", "type": {"type": "string", "logicalType": "uuid"}},
        {"name": "next", "type": ["null", "All"]}]}
      """;
  private static final String ORDER =
      """
      {"type": "record", "name": "Order", "fields": [
        {"name": "id", "type": "long"}, {"name": "note", "type": ["null", "string"]}]}
      """;

  @Test
  void randomValuesOfEveryTypeAreReadAgain() throws Exception {
    List<byte[]> bodies = AvroBodies.of(EVERYTHING, true).random(500, 3, Long.MAX_VALUE);
    Set<String> enums = new HashSet<>();
    for (byte[] body : bodies) {
      GenericRecord record = read(EVERYTHING, body, 5);
      enums.add(record.get("e").toString());
      assertThat((Long) record.get("at")).isBetween(1_767_225_600_000L, 1_798_761_600_000L);
      assertThat(record.get("uuid").toString()).hasSize(36);
    }
    assertThat(enums).containsExactlyInAnyOrder("P", "Q");
  }

  @Test
  void theSameSeedHasTheSameBodies() throws BodyException {
    AvroBodies bodies = AvroBodies.of(EVERYTHING, false);
    byte[][] first = bodies.random(20, 3, 1 << 20).toArray(byte[][]::new);
    assertThat(bodies.random(20, 3, 1 << 20).toArray(byte[][]::new)).isDeepEqualTo(first);
    assertThat(bodies.random(1, 4, 1 << 20).get(0)).isNotEqualTo(first[0]);
  }

  /** Zig-zag numbers, the branch of the union, and texts after their length. */
  @Test
  void jsonBecomesTheBytesOfAvro() throws BodyException {
    assertThat(
            AvroBodies.of(ORDER, false)
                .ofJson(List.of(bytes("{\"id\": 300, \"note\": {\"string\": \"hi\"}}")))
                .get(0))
        .containsExactly(0xD8, 0x04, 0x02, 0x04, 'h', 'i');
    byte[] framed =
        AvroBodies.of(ORDER, true).ofJson(List.of(bytes("{\"id\": 1, \"note\": null}"))).get(0);
    assertThat(AvroBodies.withId(framed, 0x01020304)).containsExactly(0, 1, 2, 3, 4, 2, 0);
    assertThat(framed).containsExactly(0, 0, 0, 0, 0, 2, 0);
  }

  @Test
  void saysWhichBodyIsNoValueOfTheSchema() throws BodyException {
    AvroBodies bodies = AvroBodies.of(ORDER, false);
    assertThatThrownBy(
            () ->
                bodies.ofJson(
                    List.of(
                        bytes("{\"id\": 1, \"note\": null}"),
                        bytes("{\"id\": \"one\", \"note\": null}"))))
        .isInstanceOf(BodyException.class)
        .hasMessageStartingWith("body 1 is not a value of the Avro schema");
    assertThatThrownBy(() -> bodies.ofJson(List.of(bytes("{\"id\": 1}"))))
        .hasMessageStartingWith("body 0 is not a value");
    assertThatThrownBy(() -> AvroBodies.of("{\"type\": \"recrd\"}", false))
        .hasMessageStartingWith("not an Avro schema: ");
  }

  @Test
  void bodiesAreLimitedInMemory() throws BodyException {
    AvroBodies bodies = AvroBodies.of(EVERYTHING, false);
    assertThatThrownBy(() -> bodies.random(1000, 3, 5_000))
        .hasMessageContaining("of 1000 bodies have more than 5000 bytes together");
  }

  @Test
  void aSchemaThatContainsOnlyItselfEndsWithAnError() {
    String endless =
        "{\"type\": \"record\", \"name\": \"R\", \"fields\": [{\"name\": \"r\", \"type\": \"R\"}]}";
    assertThatThrownBy(() -> AvroBodies.of(endless, false).random(1, 1, 1000))
        .isInstanceOf(BodyException.class)
        .hasMessageContaining("contains itself");
  }

  @Test
  void measuresEncodingByTheClock() throws BodyException {
    AvroBodies bodies = AvroBodies.of(ORDER, true);
    AtomicLong clock = new AtomicLong();
    List<byte[]> values = bodies.random(10, 1, 1 << 20);
    // Each reading is 100 ns later; one pass over 10 bodies lies between two of them.
    assertThat(bodies.encodeNanos(values, () -> clock.getAndAdd(100), 10_000)).isEqualTo(10);
  }

  @Test
  void schemasAreTheSameWhateverTheirForm() {
    assertThat(AvroBodies.areSame(ORDER, ORDER.replaceAll("\\s+", ""))).isTrue();
    assertThat(AvroBodies.areSame(ORDER, ORDER.replace("long", "int"))).isFalse();
    assertThat(AvroBodies.areSame(ORDER, "nothing")).isFalse();
  }

  private static GenericRecord read(String schema, byte[] body, int from) throws IOException {
    BinaryDecoder decoder =
        DecoderFactory.get().binaryDecoder(body, from, body.length - from, null);
    GenericRecord record =
        new GenericDatumReader<GenericRecord>(new Schema.Parser().parse(schema))
            .read(null, decoder);
    assertThat(decoder.isEnd()).isTrue();
    return record;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'type':'enum','name':'E','symbols':[]} | enum E",
        "{'type':'fixed','name':'F','size':2147483000} | fixed F",
        "{'type':'array','items':{'type':'fixed','name':'F','size':99999999}} | fixed F",
        "[] | union",
        "{'type':'enum','name':'E'} | not an Avro schema",
        "{} | not an Avro schema",
        "5 | not an Avro schema"
      })
  void aSchemaWithoutValuesOrWithTooLargeOnesIsRefused(String schema, String named) {
    assertThatThrownBy(() -> AvroBodies.of(schema.replace('\'', '"'), false))
        .isInstanceOf(BodyException.class)
        .satisfies(e -> assertThat(((BodyException) e).problem()).contains(named));
  }

  @Test
  void recordsOfRecordsOfRecordsWithoutEndAreRefused() throws BodyException {
    String schema = "\"int\"";
    for (int i = 0; i < 30; i++) {
      String other = i == 0 ? schema : "\"R" + (i - 1) + "\"";
      schema =
          "{\"type\":\"record\",\"name\":\"R%d\",\"fields\":[{\"name\":\"a\",\"type\":%s},{\"name\":\"b\",\"type\":%s}]}"
              .formatted(i, schema, other);
    }
    AvroBodies bodies = AvroBodies.of(schema, false);
    assertThatThrownBy(() -> bodies.random(1, 1, Long.MAX_VALUE))
        .satisfies(e -> assertThat(((BodyException) e).problem()).contains("1,000,000 parts"));
  }
}
