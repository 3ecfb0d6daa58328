package io.tidemark.brokers.kafka;

import io.tidemark.brokers.cluster.ClusterDirectory;
import io.tidemark.brokers.cluster.ClusterLayout;
import io.tidemark.brokers.cluster.ServerUpgrade;

/**
 * Nodes get the jars of another version; settings and data stay.
 *
 * @param jvm with the new jars
 * @param layout of the cluster
 */
record KafkaUpgrade(ClusterDirectory directory, KafkaJvm jvm, ClusterLayout layout)
    implements ServerUpgrade {

  @Override
  public String version() {
    return jvm.jars().version();
  }

  @Override
  public void apply(int node) {
    directory.writeFile("node-" + node + "/" + KafkaJvm.SERVER, jvm.serverArguments());
  }

  /** The brokers of the new version use the features and records of the old one until then. */
  @Override
  public String remaining() {
    String series = version().replaceFirst("^(\\d+\\.\\d+).*", "$1");
    return "features stay at their levels until kafka-features.sh --bootstrap-server "
        + layout.addresses().get(0)
        + " upgrade --release-version "
        + series;
  }
}
