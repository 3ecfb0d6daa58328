package io.tidemark.model.workload;

import static io.tidemark.model.workload.WorkloadFile.MINIMAL;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.earlier.AcknowledgedMessages;
import io.tidemark.model.earlier.AcknowledgedWriter;
import io.tidemark.model.earlier.EarlierRun;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EarlierRunReaderTest extends WorkloadFileTest {
  private static final String CONSUME_ONLY =
      MINIMAL
          .replace("topics: 1\n", "topicNames: [a]\npattern: consume-only\n")
          .replace("producersPerTopic: 1\n", "")
          .replace("producerRate: 1000\n", "");

  private static final String RESULT =
      "{\"run\": {\"runId\": \"x\"}, \"shape\": {\"topics\": 3, \"producersPerTopic\": 5}";

  private Path earlierRun(String rest) throws IOException {
    Path run = Files.createDirectories(folder.resolve("20261121-run"));
    Files.writeString(run.resolve("result.json"), RESULT + rest + "}");
    return run;
  }

  private static AcknowledgedMessages acknowledged(String runId) {
    AcknowledgedWriter writer = new AcknowledgedWriter(runId);
    writer.producer("t");
    writer.range(0, 7);
    return writer.finish();
  }

  private static void write(Path run, AcknowledgedMessages messages) throws IOException {
    try (OutputStream out = Files.newOutputStream(run.resolve("acknowledged.bin"))) {
      messages.writeTo(out);
    }
  }

  @Test
  void namesAnEarlierRunByItsIdOrByTheFolderOfItsResults() throws IOException {
    String id = "0a1b2c3d-1111-2222-3333-444455556666";
    EarlierRun byId = file.read(CONSUME_ONLY + "fromRun: " + id).fromRun().orElseThrow();
    assertThat(byId).isEqualTo(EarlierRun.ofId(id));
    assertThat(byId.limits()).singleElement().asString().startsWith("Loss is not known: ");

    Path run = earlierRun("");
    write(run, acknowledged("x"));
    Workload workload = file.read(CONSUME_ONLY + "fromRun: 20261121-run");

    String source = run.toAbsolutePath().normalize().toString();
    assertThat(workload.fromRun())
        .contains(new EarlierRun("x", source, 15, Optional.of(acknowledged("x")), List.of()));
    assertThat(EffectiveWorkload.of(workload)).containsEntry("fromRun", source);
  }

  @Test
  void warnsThatLossIsNotKnownWithoutTheAcknowledgedMessages() throws IOException {
    earlierRun("");
    assertThat(file.problem(CONSUME_ONLY + "fromRun: 20261121-run"))
        .contains("Loss is not known: run x has no acknowledged.bin, because its messages had no")
        .startsWith("WARN");
    earlierRun(", \"workload\": {\"delivery\": \"counts\"}");
    assertThat(file.problem(CONSUME_ONLY + "fromRun: 20261121-run"))
        .contains("because its delivery was counts");
    assertThat(file.read(CONSUME_ONLY + "fromRun: 20261121-run").fromRun().orElseThrow().limits())
        .hasSize(1);
  }

  @Test
  void refusesDamagedAcknowledgedMessagesAndThoseOfAnotherRun() throws IOException {
    Path run = earlierRun("");
    write(run, acknowledged("y"));
    assertThat(file.problem(CONSUME_ONLY + "fromRun: 20261121-run"))
        .contains("acknowledged.bin: it belongs to run y, not to x");
    Files.write(run.resolve("acknowledged.bin"), new byte[] {'T', 'M', 'A', 'K', 1, 0x1f});
    assertThat(file.problem(CONSUME_ONLY + "fromRun: 20261121-run"))
        .contains("fromRun: cannot use ", "acknowledged.bin: it is incomplete; remove it");
  }

  @Test
  void saysWhatAnEarlierRunsLostWorkerHides() throws IOException {
    Path run = earlierRun(", \"workers\": [{\"name\": \"a\", \"lost\": true}, {\"name\": \"b\"}]");
    write(run, acknowledged("x"));

    assertThat(file.read(CONSUME_ONLY + "fromRun: 20261121-run").fromRun().orElseThrow().limits())
        .singleElement()
        .asString()
        .contains("x lost worker a");
  }

  @Test
  void refusesAnEarlierRunOfRequestsAndReplies() throws IOException {
    for (String sign :
        List.of(
            "\"workload\": {\"pattern\": \"request-reply\"}", "\"requestReply\": {\"pairs\": 1}")) {
      earlierRun(", " + sign);
      assertThat(file.problem(CONSUME_ONLY + "fromRun: 20261121-run"))
          .contains(
              "fromRun: names a run of pattern: request-reply", "result.json; allowed: a run");
    }
  }
}
