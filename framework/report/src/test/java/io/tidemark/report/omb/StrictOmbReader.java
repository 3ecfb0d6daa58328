package io.tidemark.report.omb;

import java.util.List;
import java.util.Map;

/**
 * What OMB's own reader of result files expects: these names and types. Bound by a mapper that
 * fails on anything else, and on decimals where a whole number belongs.
 */
final class StrictOmbReader {
  public String workload;
  public String driver;
  public long messageSize;
  public int topics;
  public int partitions;
  public int producersPerTopic;
  public int consumersPerTopic;
  public List<Double> publishRate;
  public List<Double> publishErrorRate;
  public List<Double> consumeRate;
  public List<Long> backlog;
  public List<Double> publishLatencyAvg;
  public List<Double> publishLatency50pct;
  public List<Double> publishLatency75pct;
  public List<Double> publishLatency95pct;
  public List<Double> publishLatency99pct;
  public List<Double> publishLatency999pct;
  public List<Double> publishLatency9999pct;
  public List<Double> publishLatencyMax;
  public List<Double> publishDelayLatencyAvg;
  public List<Long> publishDelayLatency50pct;
  public List<Long> publishDelayLatency75pct;
  public List<Long> publishDelayLatency95pct;
  public List<Long> publishDelayLatency99pct;
  public List<Long> publishDelayLatency999pct;
  public List<Long> publishDelayLatency9999pct;
  public List<Long> publishDelayLatencyMax;
  public double aggregatedPublishLatencyAvg;
  public double aggregatedPublishLatency50pct;
  public double aggregatedPublishLatency75pct;
  public double aggregatedPublishLatency95pct;
  public double aggregatedPublishLatency99pct;
  public double aggregatedPublishLatency999pct;
  public double aggregatedPublishLatency9999pct;
  public double aggregatedPublishLatencyMax;
  public double aggregatedPublishDelayLatencyAvg;
  public long aggregatedPublishDelayLatency50pct;
  public long aggregatedPublishDelayLatency75pct;
  public long aggregatedPublishDelayLatency95pct;
  public long aggregatedPublishDelayLatency99pct;
  public long aggregatedPublishDelayLatency999pct;
  public long aggregatedPublishDelayLatency9999pct;
  public long aggregatedPublishDelayLatencyMax;
  public Map<Double, Double> aggregatedPublishLatencyQuantiles;
  public Map<Double, Long> aggregatedPublishDelayLatencyQuantiles;
  public List<Double> endToEndLatencyAvg;
  public List<Double> endToEndLatency50pct;
  public List<Double> endToEndLatency75pct;
  public List<Double> endToEndLatency95pct;
  public List<Double> endToEndLatency99pct;
  public List<Double> endToEndLatency999pct;
  public List<Double> endToEndLatency9999pct;
  public List<Double> endToEndLatencyMax;
  public Map<Double, Double> aggregatedEndToEndLatencyQuantiles;
  public double aggregatedEndToEndLatencyAvg;
  public double aggregatedEndToEndLatency50pct;
  public double aggregatedEndToEndLatency75pct;
  public double aggregatedEndToEndLatency95pct;
  public double aggregatedEndToEndLatency99pct;
  public double aggregatedEndToEndLatency999pct;
  public double aggregatedEndToEndLatency9999pct;
  public double aggregatedEndToEndLatencyMax;
}
