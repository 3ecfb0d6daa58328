package io.tidemark.model.cost;

import java.util.Optional;
import java.util.stream.Stream;

/** A figure of efficiency; lower is better. Its messages are those delivered in the phase. */
public enum CostFigure {
  BROKER_CPU_PER_MESSAGES(
      "brokerCpuSecondsPerMillionMessages",
      "broker CPU per million messages",
      "processor time of all nodes of the broker for 1,000,000 delivered messages",
      "CPU s"),
  BROKER_CPU_PER_GIGABYTE(
      "brokerCpuSecondsPerGigabyte",
      "broker CPU per GB",
      "processor time of all nodes of the broker for 10^9 delivered payload bytes",
      "CPU s"),
  CLIENT_CPU_PER_MESSAGES(
      "clientCpuSecondsPerMillionMessages",
      "client CPU per million messages",
      "processor time of all workers for 1,000,000 delivered messages",
      "CPU s"),
  CLIENT_CPU_PER_GIGABYTE(
      "clientCpuSecondsPerGigabyte",
      "client CPU per GB",
      "processor time of all workers for 10^9 delivered payload bytes",
      "CPU s"),
  DISK_PER_MESSAGES(
      "diskMegabytesPerMillionMessages",
      "disk writes per million messages",
      "10^6 bytes that all nodes write to disks for 1,000,000 delivered messages",
      "MB"),
  DISK_AMPLIFICATION(
      "diskWriteAmplification",
      "disk write amplification",
      "bytes that all nodes write to disks for each acknowledged payload byte",
      ""),
  NETWORK_PER_MESSAGES(
      "peerMegabytesPerMillionMessages",
      "bytes between nodes per million messages",
      "10^6 bytes that nodes receive from other nodes for 1,000,000 delivered messages",
      "MB"),
  NETWORK_AMPLIFICATION(
      "networkAmplification",
      "network amplification",
      "bytes that nodes receive from other nodes for each acknowledged payload byte",
      ""),
  MEMORY_PER_QUEUE(
      "brokerMemoryMegabytesPerQueue",
      "broker memory per queue or partition",
      "10^6 bytes of memory of all nodes, mean of the phase, for each queue or partition",
      "MB"),
  MEMORY_PER_WAITING(
      "brokerMemoryBytesPerWaitingMessage",
      "broker memory per waiting message",
      "memory of all nodes above that of the idle baseline for each message of the mean backlog",
      "B"),
  ENERGY(
      "joulesPerMillionMessages",
      "energy per million messages",
      "energy of the processors of the brokers' machine for 1,000,000 delivered messages",
      "J");

  /** Begins the names of these metrics. */
  public static final String PREFIX = "efficiency.";

  private final String key;
  private final String words;
  private final String meaning;
  private final String unit;

  CostFigure(String key, String words, String meaning, String unit) {
    this.key = key;
    this.words = words;
    this.meaning = meaning;
    this.unit = unit;
  }

  /** Its name in the section {@code efficiency} of results. */
  public String key() {
    return key;
  }

  /** Its name as a metric. */
  public String metric() {
    return PREFIX + key;
  }

  /** Its name in sentences and tables. */
  public String words() {
    return words;
  }

  /** What is divided by what. */
  public String meaning() {
    return meaning;
  }

  /** Empty text for a ratio. */
  public String unit() {
    return unit;
  }

  /** By its name as a metric; empty for another one. */
  public static Optional<CostFigure> of(String metric) {
    return Stream.of(values()).filter(each -> each.metric().equals(metric)).findFirst();
  }
}
