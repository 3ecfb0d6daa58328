package io.tidemark.features.cost;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A figure of efficiency or of a price; lower is better. Messages of efficiency are those delivered
 * in the phase.
 */
public enum CostFigure {
  BROKER_CPU_PER_MESSAGES(
      "brokerCpuSecondsPerMillionMessages",
      "broker CPU per million messages",
      "processor time of all nodes of the broker for 1,000,000 delivered messages",
      "CPU s"),
  BROKER_CPU_PER_CONNECTIONS(
      "brokerCpuSecondsPerThousandConnections",
      "broker CPU per 1,000 connections",
      "processor time of all nodes of the broker for 1,000 clients that were opened in the phase,"
          + " with that of their messages",
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
      "J"),
  PRICE_PER_RATE(
      "perMonthPerThousandMessagesPerSecond",
      "price of 1,000 msg/s for a month",
      "price of a month for each 1,000 messages per second at the rate within the objectives",
      ""),
  PRICE_PER_GIGABYTE(
      "perGigabyteDelivered",
      "price per GB delivered",
      "price for 10^9 delivered payload bytes, with what is stored for the retention",
      ""),
  PRICE_PER_MONTH(
      "perMonth",
      "price per month",
      "price of the system for a month at the rate within the objectives",
      "");

  /** Begins the names of the metrics of efficiency. */
  public static final String PREFIX = "efficiency.";

  private static final String PRICE_PREFIX = "price.";

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

  /** The figures of efficiency. */
  public static List<CostFigure> ofEfficiency() {
    return Stream.of(values()).filter(each -> !each.isPrice()).toList();
  }

  /** Whether it is of a price, in its currency. */
  public boolean isPrice() {
    return compareTo(PRICE_PER_RATE) >= 0;
  }

  /** Its name in the section {@code efficiency} or {@code price} of results. */
  public String key() {
    return key;
  }

  /** Its name as a metric. */
  public String metric() {
    return (isPrice() ? PRICE_PREFIX : PREFIX) + key;
  }

  /** Its name in sentences and tables. */
  public String words() {
    return words;
  }

  /** What is divided by what. */
  public String meaning() {
    return meaning;
  }

  /** Empty text for a ratio, and for a price. */
  public String unit() {
    return unit;
  }

  /** Returns the figure with this name as a metric; empty for another one. */
  public static Optional<CostFigure> of(String metric) {
    return Stream.of(values()).filter(each -> each.metric().equals(metric)).findFirst();
  }
}
