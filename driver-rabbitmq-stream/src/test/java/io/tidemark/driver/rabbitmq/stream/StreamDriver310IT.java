package io.tidemark.driver.rabbitmq.stream;

/** The version of the published studies. */
class StreamDriver310IT extends StreamDriverContract {
  StreamDriver310IT() {
    super("3.10");
  }
}
