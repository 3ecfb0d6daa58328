package io.tidemark.driver.rabbitmq.stream;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.DriverEvent;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.apache.bookkeeper.stats.NullStatsLogger;

/** An initialised driver with its clients and its events; deletes its topics at the end. */
final class Bench implements AutoCloseable {
  private static final long SECONDS = 60;

  final RabbitMqStreamBenchmarkDriver driver = new RabbitMqStreamBenchmarkDriver();
  final Queue<DriverEvent> events = new ConcurrentLinkedQueue<>();
  private final List<AutoCloseable> clients = new ArrayList<>();
  private final List<String> topics = new ArrayList<>();

  Bench(File file) throws Exception {
    driver.onEvent(events::add);
    driver.initialize(file, NullStatsLogger.INSTANCE);
  }

  /** A flow map of several keys as lines of their own, to stand below others. */
  static String block(String flow) throws IOException {
    YAMLMapper yaml = new YAMLMapper();
    return yaml.writeValueAsString(yaml.readTree(flow)).replace("---\n", "");
  }

  String topic(int partitions) throws Exception {
    return topic(
        driver.getTopicNamePrefix() + "-0000000-" + UUID.randomUUID().toString().substring(0, 7),
        partitions);
  }

  String topic(String name, int partitions) throws Exception {
    driver.createTopic(name, partitions).get(SECONDS, TimeUnit.SECONDS);
    topics.add(name);
    return name;
  }

  BenchmarkProducer producer(String topic) throws Exception {
    BenchmarkProducer made = driver.createProducer(topic).get(SECONDS, TimeUnit.SECONDS);
    clients.add(made);
    return made;
  }

  BenchmarkConsumer consumer(String topic, String subscription, ConsumerCallback callback)
      throws Exception {
    BenchmarkConsumer made =
        driver.createConsumer(topic, subscription, callback).get(SECONDS, TimeUnit.SECONDS);
    clients.add(made);
    return made;
  }

  long eventsOf(DriverEvent.Kind kind) {
    return events.stream().filter(event -> event.kind() == kind).count();
  }

  @Override
  public void close() throws Exception {
    for (AutoCloseable client : clients) {
      client.close();
    }
    driver.deleteTopics(topics).get(SECONDS, TimeUnit.SECONDS);
    driver.close();
  }
}
