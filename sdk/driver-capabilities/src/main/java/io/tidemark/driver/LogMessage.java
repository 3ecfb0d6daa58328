package io.tidemark.driver;

/** A message of a log: its position is audited in runs with {@code auditOffsets}. */
public interface LogMessage extends ReceivedMessage {

  /** The partition, as in {@link MessagePosition}. */
  @Override
  int partition();

  /** Offset of the message in the partition; negative if it is not to be audited. */
  long offset();
}
