package io.tidemark.model.load;

import io.tidemark.model.grammar.WrittenRecord;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The trace that a workload replays.
 *
 * @param name as a workload file names it
 * @param file where it is; empty until it was looked for
 * @param messages number of its messages
 * @param lengthNanos from its first message to a mean gap after its last one
 * @param keyed whether messages have keys
 */
public record TraceFile(
    String name, Optional<Path> file, long messages, long lengthNanos, boolean keyed)
    implements WrittenRecord.Written {

  static final TraceFile NONE = new TraceFile("", Optional.empty(), 0, 0, false);

  /** The trace that a workload file names, which is not looked for yet. */
  static Optional<TraceFile> parse(String name) {
    return name.isBlank()
        ? Optional.empty()
        : Optional.of(new TraceFile(name, Optional.empty(), 0, 0, false));
  }

  @Override
  public Object written() {
    return name;
  }
}
