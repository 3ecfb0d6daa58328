package io.tidemark.features.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs in containers, as a coordinator in a pod starts them. */
class ExecTest {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final String SUCCESS = "{\"status\": \"Success\"}";

  @TempDir Path folder;
  private FakeExec fake;

  @BeforeEach
  void server() throws IOException {
    fake = new FakeExec(folder);
  }

  @AfterEach
  void close() throws IOException {
    fake.close();
  }

  private PodContainer container() {
    return new PodContainer(fake.api(), "kafka", "broker-0", "kafka", List.of());
  }

  @Test
  void returnsWhatAProgramPrints() throws Exception {
    fake.message(1, "one\n");
    fake.message(2, "a warning\n");
    fake.message(1, "two\n");
    fake.message(3, SUCCESS);

    assertThat(container().run(List.of("sh", "-c", "echo 'a b' & x"), LIMIT))
        .isEqualTo("one\ntwo\n");
    assertThat(fake.request.get(10, TimeUnit.SECONDS))
        .startsWith(
            "GET /api/v1/namespaces/kafka/pods/broker-0/exec?stdout=true&stderr=true"
                + "&container=kafka&command=sh&command=-c&command=echo+%27a+b%27+%26+x HTTP/1.1\r\n")
        .contains("Authorization: Bearer " + FakeApi.TOKEN, "v4.channel.k8s.io");
  }

  @Test
  void writesWhatAProgramPrintsToAFileByteByByte() throws Exception {
    byte[] content = new byte[200_000];
    new Random(1).nextBytes(content);
    fake.message(1, content, 70_000);
    fake.message(1, new byte[] {7}, 1); // The channel alone is the first frame.
    fake.message(3, SUCCESS);
    Path file = folder.resolve("out");

    container().run(List.of("cat", "x"), file, LIMIT);

    assertThat(Files.readAllBytes(file)).startsWith(content).hasSize(200_001).endsWith(7);
  }

  @Test
  void aFailureHasWhatTheProgramSaid() throws Exception {
    fake.message(2, "the image has no jcmd\n");
    fake.message(
        3,
        "{\"status\": \"Failure\", \"reason\": \"NonZeroExitCode\","
            + " \"message\": \"command terminated with non-zero exit code\"}");

    assertThatThrownBy(() -> container().run(List.of("x"), LIMIT))
        .hasMessage(
            "pod broker-0: exec: command terminated with non-zero exit code: the image has no jcmd");
  }

  @Test
  void aConnectionThatEndsBeforeTheProgramIsAFailure() throws Exception {
    fake.message(1, "half of it");

    assertThatThrownBy(() -> container().run(List.of("x"), LIMIT))
        .hasMessageContaining("the connection ended before the program");
  }

  @Test
  void aMissingRightIsNamed() {
    fake.status = 403;

    assertThatThrownBy(() -> container().run(List.of("x"), LIMIT))
        .hasMessage(
            "pod broker-0: exec: the API server answered 403: the service account of this pod has"
                + " no right to pods/exec");
  }
}
