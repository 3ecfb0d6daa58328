package io.tidemark.driver.inmemory;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tidemark.driver.settings.Key;
import io.tidemark.driver.settings.SettingValues;
import java.io.File;
import java.io.IOException;
import java.util.Map;

/** The driver's file: every key once, with its type, default and bounds. */
record InMemoryConfiguration(
    @Key(
            value =
                "direct: a send calls the consumers on its own thread and allocates only the future"
                    + " that it returns. queued: a bounded queue per subscription, and a thread per"
                    + " consumer.",
            orElse = "direct")
        Delivery delivery,
    @Key(
            value =
                "Drivers in one JVM with the same space share topics until the last one"
                    + " closes. Workers in several processes do not see each other's topics.",
            orElse = "default")
        String space,
    @Key(
            value =
                "Messages that a subscription holds while it has consumers; a sender waits for"
                    + " room, up to 60 s.",
            orElse = "10000",
            range = "1..")
        int queueCapacity,
    @Key(
            value =
                "Messages that a subscription holds while it has no consumers or all are"
                    + " paused, at most 1/4 of the heap; further sends fail. They are delivered"
                    + " from queues, in order, also with `direct`.",
            orElse = "1000000",
            range = "0..")
        int retainedMessages) {

  /** The thread that calls consumers: the sender's or the consumer's. */
  enum Delivery {
    DIRECT,
    QUEUED
  }

  static InMemoryConfiguration read(File file) throws IOException {
    YAMLMapper yaml = new YAMLMapper();
    SettingValues values =
        SettingValues.of("in-memory driver file", file, f -> yaml.readValue(f, Map.class));
    InMemoryConfiguration read = values.read(InMemoryConfiguration.class);
    values.requireNoProblems();
    return read;
  }
}
