package io.tidemark.driver;

/**
 * A driver that declares how its producers send. Without it the framework assumes that a send may
 * block, so each producer has a separate thread (more than 512 on a worker share threads), and that
 * payloads are kept, so each message has a new buffer.
 */
public interface SendBehavior {

  /** Whether {@code sendAsync} may block (full buffers, sockets, metadata) rather than fail. */
  boolean sendMayBlock();

  /** Whether {@code sendAsync} has copied the payload when it returns, so that it can be reused. */
  boolean copiesPayload();
}
