package io.tidemark.worker.clients;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.tidemark.model.worker.ProducerRequest;
import io.tidemark.worker.driver.SharedClasses;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Number of producers per request to a driver.
 *
 * <p>Usually all of them. A driver made for OMB that has its own {@code createProducers} may return
 * them in any order (OMB does not require an order, and its RabbitMQ driver uses a hash map); but
 * the delivery audit needs the topic of each producer. So such a driver is called topic by topic:
 * within one topic the order is irrelevant.
 */
final class ProducerBatches {
  private ProducerBatches() {}

  static List<List<ProducerRequest>> of(BenchmarkDriver driver, List<ProducerRequest> assignments) {
    if (assignments.isEmpty()) {
      return List.of();
    }
    return keepsOrder(driver) ? List.of(assignments) : byTopic(assignments);
  }

  /** The SPI's default keeps the order, and drivers with capabilities must follow the contract. */
  private static boolean keepsOrder(BenchmarkDriver driver) {
    try {
      return driver.getClass().getMethod("createProducers", List.class).getDeclaringClass()
              == BenchmarkDriver.class
          || knowsCapabilities(driver.getClass());
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException("a BenchmarkDriver has createProducers", e);
    }
  }

  private static boolean knowsCapabilities(Class<?> type) {
    for (Class<?> current = type; current != null; current = current.getSuperclass()) {
      for (Class<?> implemented : current.getInterfaces()) {
        String from = implemented.getPackageName();
        if (from.startsWith("io.tidemark.driver") && SharedClasses.has(from)) {
          return true;
        }
      }
    }
    return false;
  }

  private static List<List<ProducerRequest>> byTopic(List<ProducerRequest> assignments) {
    Map<String, List<ProducerRequest>> byTopic = new LinkedHashMap<>();
    for (ProducerRequest assignment : assignments) {
      byTopic.computeIfAbsent(assignment.topic().name(), t -> new ArrayList<>()).add(assignment);
    }
    return List.copyOf(byTopic.values());
  }
}
