package io.tidemark.driver.ibmmq;

import static org.assertj.core.api.Assertions.assertThat;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.tidemark.driver.ibmmq.testdouble.DoubleJournal;
import io.tidemark.driver.ibmmq.testdouble.DoubleSettings;
import io.tidemark.driver.ibmmq.testdouble.MqTestDouble;
import io.tidemark.driver.ibmmq.testdouble.Opcode;
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Section client: IBM's client reads it once, when its classes load. So each test loads driver and
 * client anew, as the framework does for each driver.
 */
@Tag("slow")
class ClientOptionsTest {
  private static final int BYTES = 20_480;
  private static final String POLICY_QUEUE = "SYSTEM.PROTECTION.POLICY.QUEUE";

  @TempDir private Path directory;

  @Test
  void aLargerFirstBufferSavesTheSecondGet() throws Exception {
    try (MqTestDouble mq = DriverOnDouble.startDouble(DoubleSettings.named("QM1"))) {
      oneMessage(mq, "client: {defaultMaxMessageSize: 32KB}\n");
      assertThat(mq.journal().flows(Opcode.MQGET, DriverOnDouble.TOPIC))
          .extracting(DoubleJournal.Flow::reason)
          .containsExactly(0);
      assertThat(mq.journal().flows(Opcode.MQOPEN, POLICY_QUEUE)).isEmpty();
    }
  }

  @Test
  void messageProtectionLooksForPoliciesAndTheLogGoesWhereItShould() throws Exception {
    try (MqTestDouble mq = DriverOnDouble.startDouble(DoubleSettings.named("QM1"))) {
      Path logs = directory.resolve("logs");
      oneMessage(mq, "client: {messageProtection: true, logDirectory: %s}%n".formatted(logs));
      assertThat(mq.journal().flows(Opcode.MQGET, DriverOnDouble.TOPIC))
          .extracting(DoubleJournal.Flow::reason)
          .containsExactly(2080, 0);
      assertThat(mq.journal().flows(Opcode.MQOPEN, POLICY_QUEUE))
          .isNotEmpty()
          .allMatch(f -> f.reason() == 2085);
      assertThat(logs).isDirectory();
    }
  }

  @Test
  void connectTimeoutAndBuffersAreThoseOfTheClientsSockets() throws Exception {
    try (MqTestDouble mq = DriverOnDouble.startDouble(DoubleSettings.named("QM1"))) {
      oneMessage(
          mq,
          "connections: {connectTimeout: 7s}\n"
              + "client: {receiveBufferBytes: 65536, sendBufferBytes: 0}\n");
      assertThat(System.getProperty("com.ibm.mq.cfg.TCP.Connect_Timeout")).isEqualTo("7");
      assertThat(System.getProperty("com.ibm.mq.cfg.TCP.ClntRcvBuffSize")).isEqualTo("65536");
      assertThat(System.getProperty("com.ibm.mq.cfg.TCP.ClntSndBuffSize")).isEqualTo("0");
    }
  }

  private void oneMessage(MqTestDouble mq, String client) throws Exception {
    mq.define(DriverOnDouble.TOPIC);
    Path file = directory.resolve("driver.yaml");
    String settings = DriverOnDouble.file(mq, client);
    if (client.startsWith("connections:")) {
      settings = settings.replaceFirst("(?m)^connections: .*\n", "");
    }
    Files.writeString(file, settings);
    URL[] classPath =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(ClientOptionsTest::url)
            .toArray(URL[]::new);
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader loader =
        new URLClassLoader(classPath, ClassLoader.getPlatformClassLoader())) {
      thread.setContextClassLoader(loader);
      loader
          .loadClass(OneMessage.class.getName())
          .getMethod("putAndGet", String.class)
          .invoke(null, file.toString());
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static URL url(String entry) {
    try {
      return Path.of(entry).toUri().toURL();
    } catch (java.net.MalformedURLException e) {
      throw new IllegalStateException(entry, e);
    }
  }

  /** Runs within the new loader. */
  public static final class OneMessage {
    private OneMessage() {}

    public static void putAndGet(String file) throws Exception {
      try (DriverRun run = new DriverRun(Path.of(file));
          BenchmarkConsumer consumer = run.consumer()) {
        run.put(new byte[BYTES]);
        assertThat(run.received()).hasSize(BYTES);
      }
    }
  }
}
