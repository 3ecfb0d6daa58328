package io.tidemark.driver;

/**
 * A producer that can group messages, so that several are sent in one write. The framework calls it
 * before and after messages that are due at the same time, on the sending thread; single messages
 * are not delayed.
 *
 * <p>Without these calls each message is sent immediately.
 */
public interface GroupedSends {

  /**
   * Starts a group: following messages may be held. The producer sends held messages when a buffer
   * is full and before a send waits for room.
   */
  void hold();

  /**
   * Ends a group: sends held messages, and further ones immediately. May block like a send; never
   * throws: a message that cannot be sent fails its future.
   */
  void release();
}
