package io.tidemark.model.snapshot;

import java.util.List;

/**
 * What happened to traced messages on a worker since its last snapshot.
 *
 * @param messages ends of sends, and receptions; not more than a limit
 * @param leftOut how many more there were
 */
public record TracedMessages(List<TracedMessage> messages, long leftOut) {
  /** Of a run without traced messages. */
  public static final TracedMessages NONE = new TracedMessages(List.of(), 0);

  public TracedMessages {
    messages = List.copyOf(messages);
  }
}
