package io.tidemark.charts.page;

import io.tidemark.report.document.Block.Statement;
import io.tidemark.report.document.Block.Statements;
import io.tidemark.report.document.Section;
import io.tidemark.report.runs.AddedViews;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What the terms of the page mean; docs/concepts/measuring.md has the details. */
final class Definitions {
  static final String ID = "definitions";

  private static final List<Statement> TERMS =
      List.of(
          Statement.of("VALID", "The figures are valid and every objective was met."),
          Statement.of(
              "FAILED",
              "The figures are valid; an objective was missed, or the system did not keep up with the"
                  + " intended rate."),
          Statement.of(
              "INVALID, ABORTED",
              "The figures must not be used: the load generator, a clock or a worker was not good"
                  + " enough, or the run ended early."),
          Statement.of(
              "Intended rate",
              "Messages per second of the schedule, which is fixed before the run. If the system"
                  + " delays the sender, overdue messages are still sent, and their latency counts from"
                  + " the time at which they were due."),
          Statement.of(
              "Sent, published, consumed",
              "Messages per second that were handed to the client, acknowledged by the broker, and"
                  + " received by consumers. A rate is a count divided by the time in which it was"
                  + " counted."),
          Statement.of("scheduleDelay", "From the intended to the actual send."),
          Statement.of(
              "publishLatency", "From the actual send to the acknowledgement of the broker."),
          Statement.of(
              "publishResponse", "From the intended send to the acknowledgement of the broker."),
          Statement.of(
              "endToEnd",
              "From the intended send to the consumer's callback. Files in OMB's format have it from"
                  + " the actual send."),
          Statement.of("roundTrip", "From the actual send of a request to its reply."),
          Statement.of(
              "p50, p99, p99.9",
              "Half, 99 % and 99.9 % of the messages were at least as fast. Percentiles of a run come"
                  + " from the merged histograms of its workers, not from averages."),
          Statement.of("Backlog", "Messages that were acknowledged and not yet received."),
          Statement.of("Schedule debt", "Messages that were due and not yet sent."),
          Statement.of("Lost", "Messages that were acknowledged and never received."),
          Statement.of(
              "Replication, acks",
              "How many copies of a message the system keeps, and how many of them must exist before"
                  + " it acknowledges the message."));

  private Definitions() {}

  /**
   * @param sections ids of those that the page has
   */
  static Section section(Set<String> sections) {
    List<Statement> terms = new ArrayList<>(TERMS);
    AddedViews.all().forEach(each -> terms.addAll(each.definitions(sections)));
    return Section.of(ID, "Definitions").add(new Statements(terms));
  }
}
