package io.tidemark.simulation.plan;

import java.util.List;
import java.util.Locale;

/**
 * Whether short calls and readings of clocks go over sockets, and what goes wrong with those.
 *
 * @param used whether they do
 * @param closed share of answers after which the worker closes the connection, soon or later
 * @param announced share of answers that say so
 * @param reset share of requests over a kept connection that are carried out and answered by a
 *     reset
 * @param half share of answers of which only a part arrives
 * @param pieces share of answers that arrive in two parts
 */
public record SocketPlan(
    boolean used, double closed, double announced, double reset, double half, double pieces) {
  static final SocketPlan NONE = new SocketPlan(false, 0, 0, 0, 0, 0);

  static final List<String> PARTS =
      List.of(
          "sockets", "socketCloses", "socketsEnd", "socketResets", "halfAnswers", "answerPieces");

  static SocketPlan of(Draw draw, boolean calm) {
    if (!draw.part("sockets", 0.1)) {
      return NONE;
    }
    double closed = draw.share("socketCloses", 0.5, 0.3);
    double announced = draw.share("socketsEnd", 0.3, 0.2);
    double reset = draw.share("socketResets", 0.4, 0.1);
    double half = draw.share("halfAnswers", 0.2, 0.05);
    double pieces = draw.share("answerPieces", 0.3, 0.5);
    return new SocketPlan(true, closed, announced, reset, calm ? 0 : half, pieces);
  }

  /** Between the parts of an answer. */
  public long longestPauseNanos() {
    return pieces > 0 ? 300_000_000L : 0;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "calls over sockets: %.3f closed, %.3f announced, %.3f reset, %.3f half, %.3f in pieces",
        closed,
        announced,
        reset,
        half,
        pieces);
  }
}
