package io.tidemark.driver;

/**
 * A driver that tells how its producers send. Without it the framework assumes the worst: a send
 * may block, so each producer gets a thread of its own (with more than 512 on a worker, two or more
 * share one), and payloads are kept, so each message gets a fresh buffer.
 */
public interface SendBehavior {

  /** Whether {@code sendAsync} may block (full buffers, sockets, metadata) rather than fail. */
  boolean sendMayBlock();

  /** Whether {@code sendAsync} has copied the payload when it returns, so that it can be reused. */
  boolean copiesPayload();
}
