package io.tidemark.model.worker;

import java.util.List;

/**
 * What the producers of one worker did until the load stopped.
 *
 * @param producers one entry for each producer of this worker
 * @param stuckThreads load threads that did not end within the deadline (blocked inside a send)
 */
public record LoadSummary(List<ProducerTotals> producers, int stuckThreads) {

  /**
   * @param producer its index
   * @param sent messages handed to the driver; their sequences are 0 to sent - 1
   */
  public record ProducerTotals(int producer, long sent) {}

  public LoadSummary {
    producers = List.copyOf(producers);
  }
}
