package io.tidemark.driver;

/** A message of a log: its position is audited in runs with {@code auditOffsets}. */
public interface LogMessage extends ReceivedMessage {

  /** As in {@link MessagePosition}. */
  @Override
  int partition();

  /** Of the message in the partition; negative if it is not to be audited. */
  long offset();
}
