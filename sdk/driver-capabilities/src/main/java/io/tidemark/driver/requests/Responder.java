package io.tidemark.driver.requests;

/** Passes requests to a {@link RequestHandler}; created by {@link RequestReply#createResponder}. */
public interface Responder extends AutoCloseable {

  /** Stops receiving requests and returns when no handler call is running and none will follow. */
  @Override
  void close() throws Exception;
}
