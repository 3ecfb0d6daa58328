package io.tidemark.driver.topics;

import java.util.concurrent.CompletableFuture;

/** A driver that can make a subscription retain messages before it has consumers. */
public interface SubscriptionCreator {

  /**
   * Creates the subscription without a consumer; completes when messages published from now on are
   * kept for it.
   */
  CompletableFuture<Void> createSubscription(String topic, String subscriptionName);
}
