package io.tidemark.driver.ibmmq.topology;

/**
 * A subscription that the broker keeps.
 *
 * @param clientId of the connections that use it; empty where connections share it
 */
record DurableSubscription(String name, String clientId) {}
