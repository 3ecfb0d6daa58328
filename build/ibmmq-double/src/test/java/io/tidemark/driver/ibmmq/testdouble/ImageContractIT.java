package io.tidemark.driver.ibmmq.testdouble;

import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.utility.DockerImageName;

/**
 * The contract on a queue manager in IBM's image: {@code bin/test -Dmq.image=IMAGE
 * -Dmq.license=accept}. The second property is the user's acceptance of IBM's licence; this test
 * does not accept it for the user.
 */
@EnabledIfSystemProperty(
    named = "mq.image",
    matches = ".+",
    disabledReason = "no image was named: bin/test -Dmq.image=IMAGE -Dmq.license=accept")
class ImageContractIT extends QueueManagerContract {
  private static final int PORT = 1414;
  private static final int READABLE = 0444;
  private static final Duration READY = Duration.ofMinutes(3);
  private static final String PASSWORD = UUID.randomUUID().toString();
  private static GenericContainer<?> container;

  @BeforeAll
  static void startContainer() {
    String license = System.getProperty("mq.license", "");
    if (!license.equals("accept")) {
      throw new IllegalArgumentException(
          "mq.license: got '" + license + "'; allowed: accept, if you accept IBM's licence");
    }
    container =
        new GenericContainer<>(DockerImageName.parse(System.getProperty("mq.image")))
            .withEnv(
                Map.of("LICENSE", license, "MQ_QMGR_NAME", "QM1", "MQ_ADMIN_PASSWORD", PASSWORD))
            // Images from 9.4 on read it here.
            .withCopyToContainer(
                Transferable.of(PASSWORD, READABLE), "/run/secrets/mqAdminPassword")
            .withExposedPorts(PORT)
            .waitingFor(new Connecting());
    container.start();
  }

  /** Until the administrator can connect. */
  private static final class Connecting extends AbstractWaitStrategy {
    @Override
    protected void waitUntilReady() {
      Awaitility.await("a connection to the queue manager")
          .atMost(READY)
          .ignoreExceptions()
          .until(
              () -> {
                address().connect(false).close();
                return true;
              });
    }
  }

  private static QueueManagerAddress address() {
    return new QueueManagerAddress(
        "QM1",
        container.getHost(),
        container.getMappedPort(PORT),
        "DEV.ADMIN.SVRCONN",
        "admin",
        PASSWORD);
  }

  @AfterAll
  static void stopContainer() {
    if (container != null) {
      container.stop();
    }
  }

  @Override
  QueueManagerAddress start() {
    return address();
  }
}
