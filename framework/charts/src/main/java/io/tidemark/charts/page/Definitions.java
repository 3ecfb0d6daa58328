package io.tidemark.charts.page;

import io.tidemark.charts.page.Section.Entry;
import java.util.List;

/** What the terms of the page mean; docs/concepts/measuring.md has the details. */
final class Definitions {
  private static final List<Entry> TERMS =
      List.of(
          new Entry("VALID", "The figures are valid and every objective was met."),
          new Entry(
              "FAILED",
              "The figures are valid; an objective was missed, or the system did not keep up with the"
                  + " intended rate."),
          new Entry(
              "INVALID, ABORTED",
              "The figures must not be used: the load generator, a clock or a worker was not good"
                  + " enough, or the run ended early."),
          new Entry(
              "Intended rate",
              "Messages per second of the schedule, which is fixed before the run. If the system"
                  + " delays the sender, overdue messages are still sent, and their latency counts from"
                  + " the time at which they were due."),
          new Entry(
              "Sent, published, consumed",
              "Messages per second that were handed to the client, acknowledged by the broker, and"
                  + " received by consumers. A rate is a count divided by the time in which it was"
                  + " counted."),
          new Entry("scheduleDelay", "From the intended to the actual send."),
          new Entry("publishLatency", "From the actual send to the acknowledgement of the broker."),
          new Entry(
              "publishResponse", "From the intended send to the acknowledgement of the broker."),
          new Entry(
              "endToEnd",
              "From the intended send to the consumer's callback. Files in OMB's format have it from"
                  + " the actual send."),
          new Entry("roundTrip", "From the actual send of a request to its reply."),
          new Entry(
              "p50, p99, p99.9",
              "Half, 99 % and 99.9 % of the messages were at least as fast. Percentiles of a run come"
                  + " from the merged histograms of its workers, not from averages."),
          new Entry("Backlog", "Messages that were acknowledged and not yet received."),
          new Entry("Schedule debt", "Messages that were due and not yet sent."),
          new Entry("Lost", "Messages that were acknowledged and never received."),
          new Entry(
              "Replication, acks",
              "How many copies of a message the system keeps, and how many of them must exist before"
                  + " it acknowledges the message."));

  private Definitions() {}

  static Section section() {
    return Section.of("definitions", "Definitions").terms(TERMS);
  }
}
