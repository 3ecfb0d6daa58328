package io.tidemark.driver.rabbitmq.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.driver.rabbitmq.Bench;
import io.tidemark.driver.rabbitmq.TokenServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The version of the published studies. What it does otherwise is {@link StreamOptions310IT}'s. */
@Tag("release")
class StreamDriver310IT extends StreamDriverContract {
  StreamDriver310IT() {
    super("3.10");
  }

  @Test
  void tokensLogInInsteadOfPasswords() throws Exception {
    try (TokenServer tokens = new TokenServer(300, 300);
        Bench<RabbitMqStreamBenchmarkDriver> bench = benchWithTokens(tokens)) {
      bench.assertDelivers(bench.topic(1), 100);
      assertThat(bench.driver().readTelemetry()).isNotEmpty();
    }
  }
}
