package io.tidemark.brokers.kafka;

/** Each node in a rack: consumers with a {@code client.rack} read from the replica in theirs. */
record KafkaRacks() implements KafkaAddition {
  @Override
  public String settings(int node) {
    return "broker.rack=rack-"
        + node
        + "\nreplica.selector.class=org.apache.kafka.common.replica.RackAwareReplicaSelector\n";
  }
}
