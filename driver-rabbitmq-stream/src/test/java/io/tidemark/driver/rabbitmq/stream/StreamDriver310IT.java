package io.tidemark.driver.rabbitmq.stream;

import io.tidemark.driver.rabbitmq.OlderVersion;
import org.junit.jupiter.api.extension.ExtendWith;

/** The version of the published studies. What it does otherwise is {@link StreamOptions310IT}'s. */
@ExtendWith(OlderVersion.class)
class StreamDriver310IT extends StreamDriverContract {
  StreamDriver310IT() {
    super("3.10");
  }
}
