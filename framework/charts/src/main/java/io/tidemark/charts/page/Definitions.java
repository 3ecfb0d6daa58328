package io.tidemark.charts.page;

import io.tidemark.model.cost.CostFigure;
import io.tidemark.model.result.Text;
import io.tidemark.report.document.Block;
import io.tidemark.report.document.Section;
import java.util.ArrayList;
import java.util.List;

/** What the terms of the page mean; docs/concepts/measuring.md has the details. */
final class Definitions {
  private static final List<Block.Text> TERMS =
      List.of(
          new Block.Text("VALID", "The figures are valid and every objective was met."),
          new Block.Text(
              "FAILED",
              "The figures are valid; an objective was missed, or the system did not keep up with the"
                  + " intended rate."),
          new Block.Text(
              "INVALID, ABORTED",
              "The figures must not be used: the load generator, a clock or a worker was not good"
                  + " enough, or the run ended early."),
          new Block.Text(
              "Intended rate",
              "Messages per second of the schedule, which is fixed before the run. If the system"
                  + " delays the sender, overdue messages are still sent, and their latency counts from"
                  + " the time at which they were due."),
          new Block.Text(
              "Sent, published, consumed",
              "Messages per second that were handed to the client, acknowledged by the broker, and"
                  + " received by consumers. A rate is a count divided by the time in which it was"
                  + " counted."),
          new Block.Text("scheduleDelay", "From the intended to the actual send."),
          new Block.Text(
              "publishLatency", "From the actual send to the acknowledgement of the broker."),
          new Block.Text(
              "publishResponse", "From the intended send to the acknowledgement of the broker."),
          new Block.Text(
              "endToEnd",
              "From the intended send to the consumer's callback. Files in OMB's format have it from"
                  + " the actual send."),
          new Block.Text("roundTrip", "From the actual send of a request to its reply."),
          new Block.Text(
              "p50, p99, p99.9",
              "Half, 99 % and 99.9 % of the messages were at least as fast. Percentiles of a run come"
                  + " from the merged histograms of its workers, not from averages."),
          new Block.Text("Backlog", "Messages that were acknowledged and not yet received."),
          new Block.Text("Schedule debt", "Messages that were due and not yet sent."),
          new Block.Text("Lost", "Messages that were acknowledged and never received."),
          new Block.Text(
              "Replication, acks",
              "How many copies of a message the system keeps, and how many of them must exist before"
                  + " it acknowledges the message."));

  private Definitions() {}

  /**
   * @param efficiency whether the page has figures of what messages cost
   */
  static Section section(boolean efficiency) {
    List<Block.Text> terms = new ArrayList<>(TERMS);
    if (efficiency) {
      CostFigure.ofEfficiency()
          .forEach(each -> terms.add(new Block.Text(Text.capital(each.words()), each.meaning())));
    }
    return Section.of("definitions", "Definitions").add(new Block.Terms(terms));
  }
}
