package io.tidemark.driver.ibmmq.provider;

import io.tidemark.driver.ibmmq.config.RunOutcomes.Refusals;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Administration of queues. Called from one thread at a time; blocks for as long as the broker
 * takes, with the provider's own deadline.
 */
public interface DestinationAdmin extends StatisticsSource {

  /**
   * Creates a queue; false if one of that name was there already.
   *
   * @param refusals empty: as the broker is configured
   */
  boolean createQueue(String name, Optional<Refusals> refusals) throws JmsFailure;

  /** Deletes a queue with its messages; one that is not there is no error. */
  void deleteQueue(String name) throws JmsFailure;

  /** Removes all messages of a queue; false if the queue is in use. */
  boolean clearQueue(String name) throws JmsFailure;

  /** Number of messages in a queue; empty if there is no such queue. */
  OptionalLong depth(String name) throws JmsFailure;

  /** Whether {@link #createQueue} and the others but {@link #depth} may be called. */
  boolean mayChange();
}
