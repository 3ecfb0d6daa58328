package io.tidemark.driver.rabbitmq.stream;

import org.junit.jupiter.api.Tag;

/** The version of the published studies. What it does otherwise is {@link StreamOptions310IT}'s. */
@Tag("release")
class StreamDriver310IT extends StreamDriverContract {
  StreamDriver310IT() {
    super("3.10");
  }
}
