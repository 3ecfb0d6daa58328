package io.tidemark.driver.inmemory;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tidemark.driver.settings.Key;
import io.tidemark.driver.settings.SettingValues;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
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
        int retainedMessages,
    @Key(
            name = "known",
            value =
                "Times and errors of topics that are known, to compare with what is measured of them;"
                    + " `bin/benchmark selftest` does so. Topics without any of them pass messages on as"
                    + " `delivery` says.")
        Known known) {

  /** The thread that calls consumers: the sender's or the consumer's. */
  enum Delivery {
    DIRECT,
    QUEUED
  }

  /**
   * Times and errors of a topic that are known.
   *
   * @param delays nothing is delivered in order if a shorter one follows
   */
  record Known(
      @Key(
              "Times from the service of a message to its delivery, by turns: with `[2ms, 2ms, 20ms]`"
                  + " every third message has 20 ms.")
          List<Duration> delays,
      @Key(
              value = "Messages per second that a topic serves, one after the other; 0: no limit.",
              orElse = "0",
              range = "0..",
              rate = true)
          double capacity,
      @Key(
              value =
                  "One of so many messages of a topic is acknowledged and never delivered; 0: none.",
              orElse = "0",
              range = "0..")
          int loseEvery,
      @Key(
              value = "One of so many messages of a topic is delivered twice; 0: none.",
              orElse = "0",
              range = "0..")
          int repeatEvery,
      @Key(
              value =
                  "A topic stalls once in this time, counted from its first message; 0s: never.",
              orElse = "0s")
          Duration stallEvery,
      @Key(value = "How long it serves nothing then, at the end of that time.", orElse = "0s")
          Duration stallTime,
      @Key("A send returns only when its message is served.") boolean blockingSends) {

    void check(SettingValues values) {
      boolean stalls = !stallEvery.isZero() || !stallTime.isZero();
      values.problemIf(
          stalls && stallTime.compareTo(stallEvery) >= 0,
          "known.stallTime",
          "got " + stallTime.toMillis() + " ms; allowed less than known.stallEvery");
    }

    /** Whether messages are passed on as if there was no broker. */
    boolean isNone() {
      return delays.isEmpty()
          && capacity == 0
          && loseEvery == 0
          && repeatEvery == 0
          && stallEvery.isZero()
          && !blockingSends;
    }
  }

  static InMemoryConfiguration read(File file) throws IOException {
    YAMLMapper yaml = new YAMLMapper();
    SettingValues values =
        SettingValues.of("in-memory driver file", file, f -> yaml.readValue(f, Map.class));
    InMemoryConfiguration read = values.read(InMemoryConfiguration.class);
    read.known.check(values);
    values.requireNoProblems();
    return read;
  }
}
