package io.tidemark.driver.rabbitmq.quorum;

import io.tidemark.driver.rabbitmq.Benches;
import io.tidemark.driver.rabbitmq.TestCluster;

/** What the parts of {@link QuorumDriverContract} stand on. */
interface OnThreeNodes {
  TestCluster brokers();

  Benches<RabbitMqQuorumBenchmarkDriver> benches();
}
