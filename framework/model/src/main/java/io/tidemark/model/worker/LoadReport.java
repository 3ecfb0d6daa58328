package io.tidemark.model.worker;

import java.util.List;

/**
 * Totals of the producers of one worker when the load stopped.
 *
 * @param producers one entry for each producer of this worker
 * @param stuckThreads load threads that did not end within the deadline (blocked inside a send)
 * @param debt messages that were due at the stop and not sent
 * @param scheduleLagNanos how long the first of them had been due, of the worst producer
 */
public record LoadReport(
    List<ProducerTotals> producers, int stuckThreads, long debt, long scheduleLagNanos) {

  /**
   * @param producer its index
   * @param sent messages handed to the driver; their sequences are 0 to sent - 1
   */
  public record ProducerTotals(int producer, long sent) {}

  public LoadReport {
    producers = List.copyOf(producers);
  }
}
