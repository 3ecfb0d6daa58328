package io.tidemark.driver.ibmmq;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.ibmmq.testdouble.DoubleSettings;
import io.tidemark.driver.ibmmq.testdouble.MqTestDouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The driver with a separate file, on a separate test double (or a given one). */
final class DriverOnDouble implements AutoCloseable {
  static final String TOPIC = DriverRun.TOPIC;
  static final String CHANNEL = "DEV.APP.SVRCONN";

  private final MqTestDouble mq;
  private final DriverRun run;

  private DriverOnDouble(MqTestDouble mq, String yaml) throws IOException {
    this.mq = mq;
    mq.define(TOPIC);
    Path file = Files.createTempFile("ibmmq", ".yaml");
    try {
      Files.writeString(file, yaml);
      run = new DriverRun(file);
    } finally {
      Files.delete(file);
    }
    mq.journal().clear();
  }

  static MqTestDouble startDouble(DoubleSettings settings) {
    return MqTestDouble.start(settings.withChannels(CHANNEL));
  }

  /** Settings of a file that reaches the double, then those of the test. */
  static String file(MqTestDouble mq, String more) {
    return """
    name: double
    driverClass: io.tidemark.driver.ibmmq.IbmMqBenchmarkDriver
    channel: %s
    queueManager: QM1
    connectionNames: localhost(%d)
    connections: {recoveryInterval: 20ms, closeTimeout: 5s}
    """
            .formatted(CHANNEL, mq.port())
        + more;
  }

  static DriverOnDouble with(String more) throws IOException {
    MqTestDouble mq = startDouble(DoubleSettings.named("QM1"));
    return on(mq, file(mq, more));
  }

  /** Closes the double, too, when the driver is closed or cannot start. */
  static DriverOnDouble on(MqTestDouble mq, String yaml) throws IOException {
    try {
      return new DriverOnDouble(mq, yaml);
    } catch (IOException | RuntimeException e) {
      mq.close();
      throw e;
    }
  }

  MqTestDouble mq() {
    return mq;
  }

  IbmMqBenchmarkDriver driver() {
    return run.driver();
  }

  List<DriverEvent> events() {
    return run.events();
  }

  static <T> T get(CompletableFuture<T> future) throws Exception {
    return DriverRun.get(future);
  }

  BenchmarkProducer producer() throws Exception {
    return run.producer();
  }

  BenchmarkConsumer consumer() throws Exception {
    return run.consumer();
  }

  void put(byte[] payload) throws Exception {
    run.put(payload);
  }

  byte[] received() throws InterruptedException {
    return run.received();
  }

  @Override
  public void close() {
    try (MqTestDouble closedLast = mq) {
      run.close();
    }
  }
}
