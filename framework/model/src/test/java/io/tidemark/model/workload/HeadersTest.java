package io.tidemark.model.workload;

import static io.tidemark.model.workload.WorkloadFile.MINIMAL;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.load.EnvelopeSpec.Position;
import io.tidemark.model.load.HeaderSpec;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The key {@code headers}, and stamps in a header. */
class HeadersTest extends WorkloadFileTest {
  private List<String> problems(String... lines) {
    return file.problems(MINIMAL + String.join("\n", lines) + "\n");
  }

  @Test
  void headersHaveAValueOrASize() {
    Workload workload =
        file.read(
            MINIMAL
                + "headers:\n"
                + "  - {name: region, value: eu-west-1}\n"
                + "  - {name: order, value: '#{key}-#{n}-#{random:8}'}\n"
                + "  - {count: 3, size: 1KB}\n");
    List<HeaderSpec> headers = workload.messages().headers();
    assertThat(headers.stream().flatMap(each -> each.names().stream()))
        .containsExactly("region", "order", "header1", "header2", "header3");
    assertThat(headers.get(0).template().isFixed()).isTrue();
    assertThat(headers.get(1).template().ofMessage()).isTrue();
    assertThat(headers.get(2).template().mostBytes()).isEqualTo(1024);
    assertThat(workload.messages().needHeaders()).isTrue();
    assertThat(EffectiveWorkload.of(workload))
        .containsEntry(
            "headers",
            List.of(
                Map.of("name", "region", "value", "eu-west-1", "count", 1),
                Map.of("name", "order", "value", "#{key}-#{n}-#{random:8}", "count", 1),
                Map.of("name", "header", "size", 1024, "count", 3)));
  }

  @Test
  void aWorkloadWithoutThemNeedsNoDriverThatHasThem() {
    assertThat(file.read(MINIMAL).messages().needHeaders()).isFalse();
    assertThat(EffectiveWorkload.of(file.read(MINIMAL))).doesNotContainKey("headers");
  }

  @Test
  void stampsInAHeaderNeedNoRoomInTheBody() {
    String small = MINIMAL.replace("messageSize: 100", "messageSize: 1");
    assertThat(file.problems(small)).hasSize(1);
    String inHeader = small + "envelope: {position: header}\n";
    assertThat(file.problems(inHeader)).isEmpty();
    assertThat(file.read(inHeader).messages().envelope().position()).isEqualTo(Position.HEADER);
    assertThat(file.read(inHeader).messages().needHeaders()).isTrue();
    assertThat(file.problems(inHeader + "inFlightUntil: received\n")).isEmpty();
  }

  @Test
  void cloudEventsHaveAttributes() {
    Workload workload = file.read(MINIMAL + "cloudEvents: binary\n");
    assertThat(workload.messages().needHeaders()).isTrue();
    assertThat(workload.messages().cloudEvents().orElseThrow().attributes())
        .containsEntry("specversion", "1.0")
        .containsEntry("source", "/tidemark")
        .containsKeys("id", "type", "time")
        .doesNotContainKey("datacontenttype");
    String more = "cloudEvents: {type: order, dataContentType: application/json}\n";
    assertThat(file.read(MINIMAL + more).messages().cloudEvents().orElseThrow().attributes())
        .containsEntry("type", "order")
        .containsEntry("datacontenttype", "application/json");
    assertThat(problems("cloudEvents: {type: '', source: 'a b'}")).hasSize(2);
  }

  @Test
  void namesDiffer() {
    assertThat(problems("headers: [{count: 2, size: 1}, {name: header2, value: x}]"))
        .containsExactly(
            "ERROR w.yaml:8:39: headers[1].name: two headers have the name header2; names must"
                + " differ");
    assertThat(file.problem(MINIMAL + "headers: [{name: tidemarkStamp, value: x}]\n"))
        .endsWith("tidemarkStamp is the header of the stamp; allowed another name");
    assertThat(problems("headers: [{name: '', value: x}]")).hasSize(1);
  }

  @Test
  void valuesAreTextsWithKnownDirectives() {
    assertThat(file.problem(MINIMAL + "headers: [{value: 'a #{now}'}]\n"))
        .endsWith(
            "headers[0].value: unknown directive, got #{now}; allowed #{n}, #{time},"
                + " #{time:iso}, #{key}, #{producer} and #{random:8}");
    assertThat(file.problem(MINIMAL + "headers: [{name: a}]\n"))
        .endsWith("headers[0]: has neither value nor size; allowed is one of the two");
  }

  @Test
  void thereIsALimitOfTheirBytes() {
    assertThat(problems("headers: [{count: 60, size: 1KB}]")).isEmpty();
    assertThat(file.problem(MINIMAL + "headers: [{count: 70, size: 1KB}]\n"))
        .contains("headers: the headers of a message have up to 72231 bytes, names included");
    assertThat(problems("headers: [{size: 65KB}]")).hasSize(1);
    assertThat(problems("headers: [{count: 1001, size: 0}]")).hasSize(1);
  }
}
