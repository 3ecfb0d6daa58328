package io.tidemark.model.result.finish;

import io.tidemark.model.result.BlockedTime;
import io.tidemark.model.result.RunEvent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Turns BLOCKED and UNBLOCKED events into stretches of time; connections that overlap are one. */
public final class BlockedTimes {
  private final long startMicros;
  private final long endMicros;
  private final List<BlockedTime> blocks = new ArrayList<>();
  private final Set<String> blocked = new HashSet<>();
  private Optional<RunEvent> first = Optional.empty();
  private int most;

  private BlockedTimes(long startMicros, long endMicros) {
    this.startMicros = startMicros;
    this.endMicros = endMicros;
  }

  /**
   * @param events in order of time
   * @param startMicros of the first sample
   * @param endMicros of the last sample
   */
  public static List<BlockedTime> of(List<RunEvent> events, long startMicros, long endMicros) {
    BlockedTimes blocks = new BlockedTimes(startMicros, endMicros);
    events.forEach(blocks::look);
    blocks.end(Long.MAX_VALUE, false);
    return blocks.blocks;
  }

  private void look(RunEvent event) {
    String connection = event.source() + " " + event.subject();
    if (event.kind().equals("BLOCKED")) {
      if (blocked.isEmpty()) {
        first = Optional.of(event);
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
    first.ifPresent(
        begin ->
            blocks.add(
                new BlockedTime(
                    begin.epochMicros(),
                    (begin.epochMicros() - startMicros) / 1e6,
                    // What is unblocked by the closing of connections was blocked to the end.
                    Math.max(0, Math.min(micros, endMicros) - begin.epochMicros()) / 1e6,
                    ended && micros <= endMicros,
                    most,
                    begin.detail())));
    first = Optional.empty();
  }
}
