package io.tidemark.model.workload;

import static io.tidemark.model.workload.WorkloadFile.MINIMAL;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.PayloadSpec.Corpus;
import io.tidemark.model.load.PayloadSpec.Event;
import io.tidemark.model.load.PayloadSpec.Template;
import io.tidemark.model.workloadfile.WorkloadReader;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** {@code cloudEvents: structured}: JSON bodies become the data of events. */
class StructuredEventsTest extends WorkloadFileTest {
  private static final String OWN_SIZES =
      MINIMAL.replace("messageSize: 100\n", "") + "envelope: {position: header}\n";
  private static final String BODIES = "payload: {contentType: json, template: '{\"n\": 1}'}\n";

  private String problem(String... lines) {
    return file.problem(OWN_SIZES + String.join("\n", lines) + "\n");
  }

  @Test
  void bodiesAreTheDataOfEvents() {
    Workload workload = file.read(OWN_SIZES + BODIES + "cloudEvents: structured\n");
    PayloadSpec payload = workload.messages().payload();
    Event event = (Event) payload.content();
    assertThat(event.head())
        .isEqualTo(
            "{\"specversion\":\"1.0\",\"id\":\"#{time:nanos}-#{sequence}\",\"source\":\"/tidemark\","
                + "\"type\":\"io.tidemark.message\",\"time\":\"#{time:iso}\","
                + "\"datacontenttype\":\"application/json\",\"data\":");
    assertThat(((Corpus) event.data()).bodies().get(0)).asString().isEqualTo("{\"n\": 1}");
    assertThat(workload.messages().needHeaders()).isTrue();
    int least = event.head().length() - "#{time:nanos}#{sequence}#{time:iso}".length() + 19 + 24;
    assertThat(payload.smallestBytes()).isEqualTo(least + 1 + "{\"n\": 1}}".length());
    assertThat(payload.largestBytes()).isEqualTo(payload.smallestBytes() + 2);
    assertThat(workload.messages().messageSizeBytes())
        .isBetween(payload.smallestBytes(), payload.largestBytes());
  }

  @Test
  void bodiesOfFilesAndOfMessagesCanBeData() throws IOException {
    Files.writeString(folder.resolve("orders.jsonl"), "{\"a\": 1}\n[2]\n");
    Event ofFile =
        event("payload: {contentType: json, file: orders.jsonl, order: random}\n", "structured");
    assertThat(((Corpus) ofFile.data()).order()).isEqualTo(PayloadSpec.Order.RANDOM);
    Event ofMessages =
        event("payload: {contentType: json, template: '{\"n\": #{sequence}}'}\n", "structured");
    assertThat(ofMessages.data()).isInstanceOf(Template.class);
  }

  @Test
  void textsOfAttributesAreEscapedAndMayHaveValues() {
    Event event =
        event(
            BODIES,
            "{mode: structured, type: 'a\"b#{choice:x=2|y}', source: '/s/#{uniform:1..3}',"
                + " dataContentType: application/vnd.order+json}");
    assertThat(event.head())
        .contains("\"type\":\"a\\\"b#{choice:x=2|y}\"")
        .contains("\"source\":\"/s/#{uniform:1..3}\"")
        .contains("\"datacontenttype\":\"application/vnd.order+json\"");
  }

  private Event event(String bodies, String cloudEvents) {
    Workload read = file.read(OWN_SIZES + bodies + "cloudEvents: " + cloudEvents + "\n");
    return (Event) read.messages().payload().content();
  }

  @Test
  void whatIsNoEventIsAnError() {
    assertThat(problem(BODIES, "cloudEvents: {mode: structured, type: '#{key}'}"))
        .contains("cloudEvents: type or source: unknown directive, got #{key}");
    assertThat(problem(BODIES, "cloudEvents: {mode: structured, dataContentType: text/xml}"))
        .contains("cloudEvents.dataContentType: the data of a structured event is JSON");
  }

  @Test
  void theTimeToMakeABodyIsAMetricOfBodiesThatAreMade() {
    String question = "question: {metrics: serializationTime}\n";
    assertThat(file.problems(OWN_SIZES + BODIES + "cloudEvents: structured\n" + question))
        .isEmpty();
    assertThat(problem(BODIES, question)).contains("serializationTime");
  }

  @Test
  void aStoredWorkloadIsReadWithoutItsFiles() {
    Workload workload =
        file.read(
            OWN_SIZES
                + BODIES
                + "cloudEvents: structured\n"
                + "question: {metrics: [endToEnd.p99, serializationTime]}\n");
    assertThat(WorkloadReader.stored("stored", EffectiveWorkload.of(workload)).name())
        .isEqualTo(workload.name());
  }
}
