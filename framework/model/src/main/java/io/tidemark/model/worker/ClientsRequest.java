package io.tidemark.model.worker;

/**
 * Which clients of a worker are to be open from now on.
 *
 * @param producers those with a lower index
 * @param consumers those with a lower index
 * @param producerChurnPerSecond how many producers of this worker are closed and opened again each
 *     second
 * @param consumerChurnPerSecond the same for consumers
 */
public record ClientsRequest(
    int producers, int consumers, double producerChurnPerSecond, double consumerChurnPerSecond) {
  public ClientsRequest {
    if (producers < 0 || consumers < 0) {
      throw new IllegalArgumentException("a number of clients must not be negative");
    }
    if (!(producerChurnPerSecond >= 0 && consumerChurnPerSecond >= 0)) {
      throw new IllegalArgumentException("a churn rate must not be negative");
    }
  }
}
