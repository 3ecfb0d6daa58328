package io.tidemark.simulation.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What happened in a simulation, as a hash of everything and, if wanted, as lines. */
public final class EventTrace {
  private static final long PRIME = 0x100000001b3L;

  private final List<String> lines = new ArrayList<>();
  private final boolean keepsLines;
  private long hash = 0xcbf29ce484222325L;
  private long events;

  public EventTrace(boolean keepsLines) {
    this.keepsLines = keepsLines;
  }

  /** A thread got the turn. */
  void picked(long now, int thread) {
    add(now);
    add(thread);
  }

  void note(long now, String event) {
    add(now);
    for (int i = 0; i < event.length(); i++) {
      add(event.charAt(i));
    }
    events++;
    if (keepsLines) {
      lines.add(String.format(Locale.ROOT, "%12.6f %s", now / 1e9, event));
    }
  }

  private void add(long value) {
    hash = (hash ^ value) * PRIME;
  }

  /** Returns the hash of all events and of the order of all threads. */
  public String hash() {
    return String.format(Locale.ROOT, "%016x", hash);
  }

  public long events() {
    return events;
  }

  public List<String> lines() {
    return lines;
  }
}
