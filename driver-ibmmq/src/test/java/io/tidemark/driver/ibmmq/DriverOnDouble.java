package io.tidemark.driver.ibmmq;

import io.tidemark.driver.ibmmq.testdouble.DoubleSettings;
import io.tidemark.driver.ibmmq.testdouble.MqTestDouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The driver with a separate file, on a separate test double (or a given one). */
final class DriverOnDouble extends DriverRun {
  static final String CHANNEL = "DEV.APP.SVRCONN";

  private final MqTestDouble mq;

  private DriverOnDouble(MqTestDouble mq, Path file) throws IOException {
    super(file);
    this.mq = mq;
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
    Path file = Files.createTempFile("ibmmq", ".yaml");
    try {
      mq.define(TOPIC);
      return new DriverOnDouble(mq, Files.writeString(file, yaml));
    } catch (IOException | RuntimeException e) {
      mq.close();
      throw e;
    } finally {
      Files.delete(file);
    }
  }

  MqTestDouble mq() {
    return mq;
  }

  @Override
  public void close() {
    try (MqTestDouble closedLast = mq) {
      super.close();
    }
  }
}
