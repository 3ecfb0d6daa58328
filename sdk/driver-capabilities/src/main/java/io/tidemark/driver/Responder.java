package io.tidemark.driver;

/** Hands requests to a {@link RequestHandler}; made by {@link RequestReply#createResponder}. */
public interface Responder extends AutoCloseable {

  /**
   * Stops taking requests and returns when no call of the handler is under way and none will
   * follow.
   */
  @Override
  void close() throws Exception;
}
