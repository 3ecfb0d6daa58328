package io.tidemark.verdict;

import io.tidemark.model.result.Intended;
import io.tidemark.model.workload.Objective;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The window of a given length with the lowest count, over a stream of samples. Checks every window
 * that begins or ends at a sample boundary; a partly covered sample contributes proportionally. A
 * stretch of samples that is shorter than the window is one window. Keeps the samples of one window
 * only. Used by one thread.
 */
final class LowestRate {

  /**
   * A stretch of time.
   *
   * @param startEpochNanos when it began
   * @param lengthNanos how long it lasted
   * @param happened messages or bytes
   * @param intended messages of the schedule; nothing in a closed loop
   */
  record Window(
      long startEpochNanos, long lengthNanos, double happened, Optional<Intended> intended) {
    double perSecond() {
      return happened / (lengthNanos / 1e9);
    }

    double percent() {
      return intended.orElseThrow().percent(happened);
    }
  }

  /** Where a sample ended, and all that had happened since the stretch began. */
  private record Edge(long epochNanos, double happened) {}

  private final Objective objective;
  private final long windowNanos;
  private final ScheduledMessages schedule;
  private final Deque<Edge> edges = new ArrayDeque<>();
  private boolean anyInStretch;
  private long windows;
  private Optional<Window> lowest = Optional.empty();
  private Optional<Window> lowestShare = Optional.empty();
  private Optional<Window> leastLikely = Optional.empty();

  /** What a schedule intends between two moments; empty for a closed loop. */
  interface ScheduledMessages {
    Optional<Intended> between(long fromEpochNanos, long toEpochNanos);
  }

  LowestRate(Objective objective, long windowNanos, ScheduledMessages schedule) {
    this.objective = objective;
    this.windowNanos = windowNanos;
    this.schedule = schedule;
  }

  /** Takes the next sample of a stretch. */
  void add(long startEpochNanos, long lengthNanos, double happened) {
    if (edges.isEmpty()) {
      edges.add(new Edge(startEpochNanos, 0));
    }
    Edge before = edges.getLast();
    long end = Math.max(before.epochNanos, startEpochNanos + lengthNanos);
    Edge last = new Edge(end, before.happened + happened);
    edges.add(last);
    endingWithin(before, last);
    endingAt(last);
  }

  /** What comes next is not part of the same stretch. */
  void endStretch() {
    if (edges.size() > 1 && !anyInStretch) {
      look(edges.getFirst(), edges.getLast());
    }
    edges.clear();
    anyInStretch = false;
  }

  /** The windows that begin where a sample does and end within the last one. */
  private void endingWithin(Edge before, Edge last) {
    for (Edge first : edges) {
      long end = first.epochNanos + windowNanos;
      if (end >= last.epochNanos) {
        return;
      }
      if (end > before.epochNanos) {
        look(first, between(before, last, end));
      }
    }
  }

  /** The window that ends with the last sample; what lies before it is not needed any more. */
  private void endingAt(Edge last) {
    long start = last.epochNanos - windowNanos;
    if (edges.getFirst().epochNanos > start) {
      return;
    }
    Edge before = edges.removeFirst();
    while (edges.getFirst().epochNanos <= start) {
      before = edges.removeFirst();
    }
    look(between(before, edges.getFirst(), start), last);
    edges.addFirst(before);
  }

  private static Edge between(Edge before, Edge after, long epochNanos) {
    long length = after.epochNanos - before.epochNanos;
    double share = length == 0 ? 0 : (double) (epochNanos - before.epochNanos) / length;
    return new Edge(epochNanos, before.happened + share * (after.happened - before.happened));
  }

  private void look(Edge first, Edge last) {
    long length = last.epochNanos - first.epochNanos;
    if (length <= 0) {
      return;
    }
    anyInStretch = true;
    windows++;
    Optional<Intended> intended =
        schedule
            .between(first.epochNanos, last.epochNanos)
            .filter(messages -> messages.messages() > 0);
    Window window = new Window(first.epochNanos, length, last.happened - first.happened, intended);
    lowest = lower(lowest, window, Window::perSecond);
    if (intended.isPresent()) {
      lowestShare = lower(lowestShare, window, Window::percent);
      if (window.percent() < objective.limit()) {
        leastLikely = lower(leastLikely, window, LowestRate::likelihood);
      }
    }
  }

  private static Optional<Window> lower(
      Optional<Window> before, Window window, ToDoubleFunction<Window> figure) {
    return before.filter(b -> figure.applyAsDouble(b) <= figure.applyAsDouble(window)).isPresent()
        ? before
        : Optional.of(window);
  }

  /** With fewer missing messages than another window it may have the lower share. */
  private static double likelihood(Window window) {
    return -window.intended().orElseThrow().deviations(window.happened());
  }

  /** Number of checked windows. */
  long windows() {
    return windows;
  }

  /** The one with the lowest rate; empty where there was no sample. */
  Optional<Window> lowest() {
    return lowest;
  }

  /**
   * The one with the lowest share of what was intended; if chance does not explain all windows
   * below the limit, the least probable one. Empty where nothing was intended.
   */
  Optional<Window> lowestShare() {
    return leastLikely
        .filter(
            window ->
                !window
                    .intended()
                    .orElseThrow()
                    .isMet(window.happened(), objective.limit(), windows))
        .or(() -> lowestShare);
  }
}
