package io.tidemark.features.cost;

import java.util.Arrays;

/**
 * How much a series of readings adds up to in some spans of time. Between two readings a value is
 * taken as constant, and a counter as growing evenly, so that a border of a span may be anywhere.
 */
final class SeriesUse {
  /** What the values of a series are. */
  enum Form {
    /** A sum since a start. If it goes back, what is counted was started again, from 0. */
    COUNTER,
    /** The mean since the reading before: of each second, or a level such as memory. */
    MEAN
  }

  /**
   * A span of time.
   *
   * @param endNanos exclusive
   */
  record Span(long startNanos, long endNanos) {
    double seconds() {
      return (endNanos - startNanos) / 1e9;
    }
  }

  private final Form form;
  private final Span[] spans;
  private final double[] sums;
  private final double[] seconds;
  private boolean begun;
  private long lastNanos;
  private double last;

  /**
   * @param spans in order, without overlap
   */
  SeriesUse(Form form, Span... spans) {
    this.form = form;
    this.spans = spans.clone();
    this.sums = new double[spans.length];
    this.seconds = new double[spans.length];
  }

  /** The next reading. One that is not later than that before is left out. */
  void add(long epochNanos, double value) {
    if (!Double.isFinite(value) || (begun && epochNanos <= lastNanos)) {
      return;
    }
    if (begun) {
      double length = (epochNanos - lastNanos) / 1e9;
      double perSecond = form == Form.MEAN ? value : (value < last ? value : value - last) / length;
      for (int i = first(lastNanos); i < spans.length && spans[i].startNanos < epochNanos; i++) {
        long from = Math.max(lastNanos, spans[i].startNanos);
        long to = Math.min(epochNanos, spans[i].endNanos);
        sums[i] += perSecond * Math.max(0, to - from) / 1e9;
        seconds[i] += Math.max(0, to - from) / 1e9;
      }
    }
    begun = true;
    lastNanos = epochNanos;
    last = value;
  }

  private int first(long nanos) {
    int place =
        Arrays.binarySearch(Arrays.stream(spans).mapToLong(Span::startNanos).toArray(), nanos);
    return place >= 0 ? place : Math.max(0, -place - 2);
  }

  /** The mean of each second of a span. */
  double perSecond(int span) {
    return seconds[span] == 0 ? 0 : sums[span] / seconds[span];
  }

  /** The part of a span that readings cover. */
  double covered(int span) {
    double length = spans[span].seconds();
    return length <= 0 ? 0 : seconds[span] / length;
  }
}
