package io.tidemark.driver.rabbitmq.stream;

import static io.tidemark.driver.rabbitmq.Bench.refused;

import io.tidemark.driver.rabbitmq.Bench;
import io.tidemark.driver.rabbitmq.ManagementApi;
import io.tidemark.driver.rabbitmq.TrafficInbox;
import org.junit.jupiter.api.Test;

/** What the broker refuses for good is not tried again, and ends with what it answered. */
class StreamRefusalsIT extends OneStreamNode {
  @Test
  void missingRightsEndTheCreationOfTopicsProducersAndConsumers() throws Exception {
    cluster.addUser("stream-rights");
    try (Bench<RabbitMqStreamBenchmarkDriver> bench = benches.as("stream-rights", "");
        Bench<RabbitMqStreamBenchmarkDriver> untracked =
            benches.as("stream-rights", "tracking: none")) {
      String topic = bench.topic(1);
      cluster.rights("stream-rights", "^$", ".*", ".*");
      refused("ACCESS_REFUSED", () -> bench.topic(1));
      cluster.rights("stream-rights", ".*", ".*", "^$");
      refused("ACCESS_REFUSED", () -> bench.consumer(topic, "sub", new TrafficInbox()));
      refused("ACCESS_REFUSED", () -> untracked.consumer(topic, "sub", new TrafficInbox()));
      cluster.rights("stream-rights", ".*", "^$", ".*");
      refused("ACCESS_REFUSED", () -> bench.producer(topic));
      cluster.rights("stream-rights", ".*", ".*", ".*");
    }
  }

  @Test
  void aMissingVirtualHostAndAWrongPasswordEndTheStart() throws Exception {
    cluster.addUser("stream-start");
    cluster.management().delete(ManagementApi.path("vhosts", "stream-start"));
    refused("VIRTUAL_HOST_ACCESS_FAILURE", () -> benches.as("stream-start", "").close());
    refused("AUTHENTICATION_FAILURE", () -> benches.as("nobody", "").close());
  }
}
