package io.tidemark.report;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Turns BLOCKED and UNBLOCKED events into stretches of time; connections that overlap are one. */
final class Blocks {
  private final long startMicros;
  private final long endMicros;
  private final List<StoredBlock> blocks = new ArrayList<>();
  private final Set<String> blocked = new HashSet<>();
  private StoredEvent first;
  private int most;

  private Blocks(long startMicros, long endMicros) {
    this.startMicros = startMicros;
    this.endMicros = endMicros;
  }

  /**
   * @param events in order of time
   * @param startMicros of the first sample
   * @param endMicros of the last sample
   */
  static List<StoredBlock> of(List<StoredEvent> events, long startMicros, long endMicros) {
    Blocks blocks = new Blocks(startMicros, endMicros);
    events.forEach(blocks::look);
    if (!blocks.blocked.isEmpty()) {
      blocks.end(Math.max(endMicros, blocks.first.epochMicros()), false);
    }
    return blocks.blocks;
  }

  private void look(StoredEvent event) {
    String connection = event.source() + " " + event.subject();
    if (event.kind().equals("BLOCKED")) {
      if (blocked.isEmpty()) {
        first = event;
        most = 0;
      }
      blocked.add(connection);
      most = Math.max(most, blocked.size());
    } else if (event.kind().equals("UNBLOCKED") && blocked.remove(connection)) {
      if (blocked.isEmpty()) {
        end(event.epochMicros(), true);
      }
    }
  }

  private void end(long micros, boolean ended) {
    blocks.add(
        new StoredBlock(
            first.epochMicros(),
            (first.epochMicros() - startMicros) / 1e6,
            // What is unblocked by the closing of connections was blocked to the end.
            (Math.min(micros, Math.max(endMicros, first.epochMicros())) - first.epochMicros())
                / 1e6,
            ended && micros <= endMicros,
            most,
            first.detail()));
  }
}
