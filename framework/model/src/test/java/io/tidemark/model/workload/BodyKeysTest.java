package io.tidemark.model.workload;

import static io.tidemark.model.workload.WorkloadFile.MINIMAL;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.PayloadSpec.Corpus;
import io.tidemark.model.load.PayloadSpec.Order;
import io.tidemark.model.load.PayloadSpec.Template;
import io.tidemark.model.workloadfile.WorkloadReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Bodies from files and templates, as a workload file asks for them. */
class BodyKeysTest extends WorkloadFileTest {
  private static final String OWN_SIZES = MINIMAL.replace("messageSize: 100\n", "");
  private static final String JSON =
      "envelope: {position: header}\npayload: {contentType: json, template: '";

  @BeforeEach
  void files() throws IOException {
    Files.writeString(folder.resolve("events.log"), "one\nthree\nseventeen\n");
    Files.writeString(folder.resolve("users.csv"), "id,name\n1,\"A \"\"B\"\"\"\n2,C\n");
  }

  @Test
  void linesKeepTheirSizesAndTheResultStatesTheirMean() {
    Workload workload = file.read(OWN_SIZES + "payload: {file: events.log, order: random}");
    PayloadSpec payload = workload.messages().payload();
    assertThat(texts(payload)).containsExactly("one", "three", "seventeen");
    assertThat(((Corpus) payload.content()).order()).isEqualTo(Order.RANDOM);
    assertThat(workload.messages().messageSizeBytes()).isEqualTo(6);
    assertThat(payload.smallestBytes()).isEqualTo(3);
    assertThat(payload.largestBytes()).isEqualTo(9);
  }

  @Test
  void aMessageSizeTruncatesOrRepeatsLines() {
    PayloadSpec payload = file.read(MINIMAL + "payload: {file: events.log}").messages().payload();
    assertThat(payload.sizes()).containsExactly(new PayloadSpec.WeightedSize(100, 1));
  }

  @Test
  void aFileIsDividedByDelimiterLengthOrSize() throws IOException {
    assertThat(texts(payload("{file: events.log, delimiter: \"e\\n\"}")))
        .containsExactly("on", "thre", "seventeen\n");
    Files.write(folder.resolve("lengths"), new byte[] {0, 0, 0, 1, 'a', 0, 0, 0, 2, 'b', '\n'});
    assertThat(texts(payload("{file: lengths, split: length-prefix}"))).containsExactly("a", "b\n");
    assertThat(
            texts(
                file.read(
                        MINIMAL.replace("messageSize: 100", "messageSize: 7")
                            + "payload: {file: events.log, split: message-size}")
                    .messages()
                    .payload()))
        .containsExactly("one\nthr", "ee\nseve");
  }

  @Test
  void theEffectiveWorkloadHasTheWholeDelimiter() {
    Workload workload = file.read(OWN_SIZES + "payload: {file: events.log, delimiter: \"e\\n\"}");
    assertThat(EffectiveWorkload.of(workload).get("payload"))
        .hasToString("{poolSize=1000, file=events.log, delimiter=e\n}");
  }

  @Test
  void aFileThatCannotBeDividedIsAnErrorAtItsKey() throws IOException {
    Files.write(folder.resolve("lengths"), new byte[] {0, 0, 0, 9, 'a'});
    assertThat(file.problem(OWN_SIZES + "payload: {file: lengths, split: length-prefix}"))
        .contains("payload.file: no body follows at byte 0");
    Files.writeString(folder.resolve("bad.jsonl"), "{\"a\": 1}\n{\"a\": }\n");
    assertThat(
            file.problem(
                OWN_SIZES
                    + "envelope: {position: header}\npayload: {file: bad.jsonl, contentType: json}"))
        .contains("payload.file: body 1 is not JSON at line 1, column 7");
  }

  @Test
  void aTemplateWithoutNumberOrTimeIsAPoolOfBodies() {
    PayloadSpec payload =
        payload("{template: '{\"id\": #{n}, \"u\": \"#{csv:users.csv:name}\"}', poolSize: 50}");
    assertThat(((Corpus) payload.content()).bodies()).hasSize(50);
    assertThat(texts(payload).get(7)).matches("\\{\"id\": 7, \"u\": \"(C|A \"B\")\"}");
  }

  @Test
  void aTemplateWithNumberOrTimeIsFilledByTheWorkers() {
    PayloadSpec payload = payload("{template: '#{sequence} #{csv:users.csv:id} #{text:10..30}'}");
    Template template = (Template) payload.content();
    assertThat(template.tables()).singleElement().extracting("file").isEqualTo("users.csv");
    assertThat(payload.smallestBytes()).isBetween(14, 16);
    assertThat(payload.largestBytes()).isBetween(32, 36);
    assertThat(payload.meanBytes()).isBetween(22.0, 28.0);
  }

  @Test
  void jsonIsEscapedAndChecked() {
    file.read(OWN_SIZES + JSON + "{\"name\": \"#{csv:users.csv:name}\", \"n\": #{sequence}}'}");
    assertThat(file.problem(OWN_SIZES + JSON + "{\"name\": #{csv:users.csv:name}}'}"))
        .contains("payload.template: body")
        .contains("is not JSON at line 1, column");
  }

  @Test
  void aStampInJsonIsAWarning() {
    assertThat(
            file.problem(
                OWN_SIZES + "payload: {contentType: json, template: '{\"a\": \"#{random:40}\"}'}"))
        .contains("WARNING")
        .contains("what is sent is not JSON, got position: prefix");
  }

  @Test
  void aTableThatIsMissingIsOneError() {
    assertThat(file.problem(OWN_SIZES + "payload: {template: '#{csv:nowhere.csv:id}'}"))
        .contains("payload.template: there is no such file, got nowhere.csv");
  }

  @Test
  void whatAvroBodiesNeedIsNamedIfItIsMissing() throws IOException {
    Files.writeString(folder.resolve("s.avsc"), "\"string\"");
    assertThat(file.problem(OWN_SIZES + "payload: {avro: {id: 5}}"))
        .contains("payload.avro.schema: the key is missing");
    assertThat(
            file.problem(OWN_SIZES + "payload: {avro: {schema: s.avsc, registry: {subject: s}}}"))
        .contains("payload.avro.registry.url: the key is missing");
    assertThat(file.problem(OWN_SIZES + "payload: {avro: {schema: users.csv}}"))
        .contains("payload.avro: not an Avro schema");
  }

  @Test
  void aTemplateOfAvroBodiesIsJsonThatIsEncoded() throws IOException {
    Files.writeString(
        folder.resolve("s.avsc"),
        "{\"type\": \"record\", \"name\": \"R\", \"fields\": [{\"name\": \"u\", \"type\":"
            + " \"string\"}]}");
    String avro =
        "envelope: {position: header}\npayload: {poolSize: 30, avro: {schema: s.avsc, id: 9}, ";
    PayloadSpec payload =
        file.read(OWN_SIZES + avro + "template: '{\"u\": \"#{csv:users.csv:name}\"}'}")
            .messages()
            .payload();
    assertThat(texts(payload)).hasSize(30).containsOnly("\0\0\0\0\t\nA \"B\"", "\0\0\0\0\t\2C");
    assertThat(file.problem(OWN_SIZES + avro + "template: '{\"u\": \"#{sequence}\"}'}"))
        .contains("cannot have the number or time of a message");
  }

  @Test
  void thePasswordOfARegistryIsNotPartOfTheResult() throws IOException {
    Files.writeString(folder.resolve("s.avsc"), "\"string\"");
    Workload workload =
        file.read(
            OWN_SIZES
                + "envelope: {position: header}\npayload: {avro: {schema: s.avsc, registry:"
                + " {url: 'http://a:1', username: u, password: s3cret}}}");
    assertThat(EffectiveWorkload.of(workload).toString())
        .contains("password=***")
        .doesNotContain("s3cret");
    assertThat(workload.messages().toString()).doesNotContain("s3cret");
    assertThat(workload.messages().schema().orElseThrow().registry().orElseThrow().credentials())
        .contains("u:s3cret");
  }

  @Test
  void secretsOfAddressesAreNotPartOfTheResult() {
    Workload workload =
        file.read(
            WorkloadFile.MINIMAL
                + "faults: [{at: 1s, command: 'curl http://u:s3cret@h/?key=s3cret'}]\n");
    assertThat(EffectiveWorkload.of(workload).toString())
        .contains("curl http://***@h/?key=***")
        .doesNotContain("s3cret");
  }

  /** The file with the bodies may be gone. */
  @Test
  void aStoredRunWithBodiesOfTheirOwnSizesIsReadAgain() throws IOException {
    Workload workload = file.read(OWN_SIZES + "payload: {file: events.log}");
    assertThat(EffectiveWorkload.of(workload))
        .doesNotContainKey("messageSize")
        .containsKey("payload");
    Files.delete(folder.resolve("events.log"));
    assertThat(WorkloadReader.stored("stored", EffectiveWorkload.of(workload)).name())
        .isEqualTo(workload.name());
  }

  private PayloadSpec payload(String section) {
    return file.read(OWN_SIZES + "payload: " + section).messages().payload();
  }

  private static List<String> texts(PayloadSpec payload) {
    return ((Corpus) payload.content())
        .bodies().stream().map(body -> new String(body, StandardCharsets.UTF_8)).toList();
  }
}
