package io.tidemark.driver.ibmmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.brokers.process.FreePorts;
import io.tidemark.driver.RefusedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.security.CheckType;
import org.apache.activemq.artemis.core.security.Role;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.spi.core.security.ActiveMQSecurityManager;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a broker with rights refuses for good ends with its words. */
@Timeout(60)
class ArtemisRefusalsIT {
  private static final String URL = "tcp://127.0.0.1:" + FreePorts.take(1).get(0);
  private static final Rights RIGHTS = new Rights();
  private static EmbeddedActiveMQ broker;

  @TempDir Path directory;

  /** Everything is allowed but what was taken away. */
  private static final class Rights implements ActiveMQSecurityManager {
    private final Set<CheckType> denied = EnumSet.noneOf(CheckType.class);

    @Override
    public boolean validateUser(String user, String password) {
      return "bench".equals(user) && "pw".equals(password);
    }

    @Override
    public synchronized boolean validateUserAndRole(
        String user, String password, Set<Role> roles, CheckType checkType) {
      return validateUser(user, password) && !denied.contains(checkType);
    }

    synchronized void deny(CheckType right) {
      denied.add(right);
    }

    synchronized void allowAll() {
      denied.clear();
    }
  }

  @BeforeAll
  static void start() throws Exception {
    Configuration configuration = new ConfigurationImpl();
    configuration.setPersistenceEnabled(false);
    configuration.setJMXManagementEnabled(false);
    configuration.setAuthorizationCacheSize(0);
    configuration.addAcceptorConfiguration("core", URL + "?protocols=CORE&useEpoll=false");
    broker = new EmbeddedActiveMQ().setConfiguration(configuration).setSecurityManager(RIGHTS);
    broker.start();
  }

  @AfterAll
  static void stop() throws Exception {
    broker.stop();
  }

  @AfterEach
  void allowAll() {
    RIGHTS.allowAll();
  }

  private DriverRun run(String password) throws Exception {
    return new DriverRun(
        Files.writeString(
            directory.resolve("driver.yaml"),
            "provider: artemis\nbrokerUrl: %s\nuser: bench\npassword: %s\n"
                .formatted(URL, password)));
  }

  private static void refused(String words, ThrowingCallable step) {
    Throwable failure = catchThrowable(step);
    assertThat(RefusedException.isIn(failure)).as("refused: %s", failure).isTrue();
    assertThat(failure).hasStackTraceContaining(words);
  }

  @Test
  void aWrongPasswordEndsTheStart() {
    refused("AMQ229031", () -> run("wrong").close());
  }

  @Test
  void missingRightsFailSendsAndTheCreationOfConsumers() throws Exception {
    try (DriverRun run = run("pw");
        BenchmarkProducer producer = run.producer()) {
      DriverRun.get(producer.sendAsync(Optional.empty(), new byte[10]));
      RIGHTS.deny(CheckType.SEND);
      refused(
          "permission='SEND'",
          () -> DriverRun.get(producer.sendAsync(Optional.empty(), new byte[10])));
      RIGHTS.deny(CheckType.CONSUME);
      refused("permission='CONSUME'", run::consumer);
    }
  }
}
