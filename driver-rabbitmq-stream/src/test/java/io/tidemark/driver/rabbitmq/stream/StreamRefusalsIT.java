package io.tidemark.driver.rabbitmq.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.tidemark.driver.RefusedException;
import io.tidemark.driver.rabbitmq.Bench;
import io.tidemark.driver.rabbitmq.ManagementApi;
import io.tidemark.driver.rabbitmq.TestCluster;
import io.tidemark.driver.rabbitmq.TrafficInbox;
import java.time.Duration;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the broker refuses for good is not tried again, and ends with what it answered. */
@Timeout(180)
class StreamRefusalsIT {
  /** Less than any deadline of a step: without an end at once the test fails by it. */
  private static final Duration AT_ONCE = Duration.ofSeconds(30);

  @RegisterExtension static final TestCluster cluster = OneStreamNode.CLUSTER_4;

  /** Of a user with separate rights in a separate virtual host. */
  private static Bench<RabbitMqStreamBenchmarkDriver> bench(String user, String yaml)
      throws Exception {
    String uri = cluster.brokers().placeholders().get("streamUris");
    String address = uri.substring(uri.lastIndexOf('@') + 1).replaceAll("/.*", "");
    return new Bench<>(
        new RabbitMqStreamBenchmarkDriver(),
        cluster.file(
            "streamUris: ['rabbitmq-stream://%1$s:pw@%2$s/%1$s']\n".formatted(user, address)
                + yaml));
  }

  private static void user(String name) throws Exception {
    cluster.management().put(ManagementApi.path("vhosts", name), Map.of());
    cluster
        .management()
        .put(ManagementApi.path("users", name), Map.of("password", "pw", "tags", "management"));
    rights(name, ".*", ".*", ".*");
  }

  private static void rights(String name, String configure, String write, String read)
      throws Exception {
    cluster
        .management()
        .put(
            ManagementApi.path("permissions", name, name),
            Map.of("configure", configure, "write", write, "read", read));
  }

  private static void refused(String words, ThrowingCallable step) {
    long begun = System.nanoTime();
    Throwable failure = catchThrowable(step);
    assertThat(RefusedException.isIn(failure)).as("refused: %s", failure).isTrue();
    assertThat(failure).hasStackTraceContaining(words);
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(AT_ONCE);
  }

  @Test
  void missingRightsEndTheCreationOfTopicsProducersAndConsumers() throws Exception {
    user("stream-rights");
    try (Bench<RabbitMqStreamBenchmarkDriver> bench = bench("stream-rights", "");
        Bench<RabbitMqStreamBenchmarkDriver> untracked = bench("stream-rights", "tracking: none")) {
      String topic = bench.topic(1);
      rights("stream-rights", "^$", ".*", ".*");
      refused("ACCESS_REFUSED", () -> bench.topic(1));
      rights("stream-rights", ".*", ".*", "^$");
      refused("ACCESS_REFUSED", () -> bench.consumer(topic, "sub", new TrafficInbox()));
      refused("ACCESS_REFUSED", () -> untracked.consumer(topic, "sub", new TrafficInbox()));
      rights("stream-rights", ".*", "^$", ".*");
      refused("ACCESS_REFUSED", () -> bench.producer(topic));
      rights("stream-rights", ".*", ".*", ".*");
    }
  }

  @Test
  void aMissingVirtualHostAndAWrongPasswordEndTheStart() throws Exception {
    user("stream-start");
    cluster.management().delete(ManagementApi.path("vhosts", "stream-start"));
    refused("VIRTUAL_HOST_ACCESS_FAILURE", () -> bench("stream-start", "").close());
    refused("AUTHENTICATION_FAILURE", () -> bench("nobody", "").close());
  }
}
