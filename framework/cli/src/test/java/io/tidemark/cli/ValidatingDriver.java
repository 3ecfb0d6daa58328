package io.tidemark.cli;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.headers.HeaderSender;
import io.tidemark.driver.headers.HeaderSupport;
import io.tidemark.driver.headers.MessageHeader;
import io.tidemark.driver.inmemory.InMemoryBenchmarkDriver;
import io.tidemark.runs.registry.StubRegistry;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.bookkeeper.stats.StatsLogger;

/**
 * A broker in memory that validates every body, as brokers with a schema registry do: it must be a
 * value of the schema whose number it begins with, in the stub of a registry.
 */
public final class ValidatingDriver implements BenchmarkDriver, HeaderSupport {
  static final AtomicLong VALID = new AtomicLong();
  static final AtomicLong REFUSED = new AtomicLong();
  static volatile StubRegistry registry;

  private final InMemoryBenchmarkDriver memory = new InMemoryBenchmarkDriver();

  @Override
  public void initialize(File configurationFile, StatsLogger statsLogger) throws IOException {
    memory.initialize(configurationFile, statsLogger);
  }

  @Override
  public String getTopicNamePrefix() {
    return memory.getTopicNamePrefix();
  }

  @Override
  public CompletableFuture<Void> createTopic(String topic, int partitions) {
    return memory.createTopic(topic, partitions);
  }

  @Override
  public CompletableFuture<BenchmarkProducer> createProducer(String topic) {
    return memory.createProducer(topic).thenApply(Validated::new);
  }

  @Override
  public CompletableFuture<BenchmarkConsumer> createConsumer(
      String topic, String subscriptionName, ConsumerCallback consumerCallback) {
    return memory.createConsumer(topic, subscriptionName, consumerCallback);
  }

  @Override
  public void close() {
    memory.close();
  }

  private record Validated(BenchmarkProducer producer) implements BenchmarkProducer, HeaderSender {
    @Override
    public CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload) {
      return isValid(payload) ? producer.sendAsync(key, payload) : refused();
    }

    @Override
    public CompletableFuture<Void> sendAsync(
        Optional<String> key, byte[] payload, List<MessageHeader> headers) {
      return isValid(payload)
          ? ((HeaderSender) producer).sendAsync(key, payload, headers)
          : refused();
    }

    @Override
    public void close() throws Exception {
      producer.close();
    }
  }

  private static CompletableFuture<Void> refused() {
    REFUSED.incrementAndGet();
    return CompletableFuture.failedFuture(new IllegalStateException("not a body of the schema"));
  }

  private static boolean isValid(byte[] body) {
    try {
      if (body.length < 5 || body[0] != 0) {
        return false;
      }
      Schema schema = new Schema.Parser().parse(registry.schema(ByteBuffer.wrap(body).getInt(1)));
      BinaryDecoder decoder = DecoderFactory.get().binaryDecoder(body, 5, body.length - 5, null);
      new GenericDatumReader<>(schema).read(null, decoder);
      boolean whole = decoder.isEnd();
      VALID.addAndGet(whole ? 1 : 0);
      return whole;
    } catch (IOException | RuntimeException e) {
      return false;
    }
  }
}
