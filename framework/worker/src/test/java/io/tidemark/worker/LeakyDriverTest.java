package io.tidemark.worker;

import static io.tidemark.worker.TestRuns.DEADLINE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidemark.driver.BrokerFacts;
import io.tidemark.driver.DescribedDriver;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.EffectiveConfiguration;
import io.tidemark.driver.EffectiveSetting;
import io.tidemark.driver.EffectiveSetting.Origin;
import io.tidemark.driver.EventSource;
import io.tidemark.driver.settings.Setting;
import io.tidemark.model.snapshot.BrokerConfiguration;
import io.tidemark.model.snapshot.Snapshot;
import io.tidemark.model.worker.RunSetup.DriverSource;
import io.tidemark.model.worker.TopicHandle;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.yaml.DriverSecrets;
import io.tidemark.worker.DriverDouble.DriverScript;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A driver that puts the secrets of its file into all that it returns, throws and reports. */
class LeakyDriverTest extends WithWorker {
  private static final String PASSWORD = "pa/ss wörd+1";
  private static final String PIN = "pin-of-the-broker";
  private static final String YAML = "password: '" + PASSWORD + "'\nunusual: " + PIN + "\n";

  /** Texts that have the password as it is, and as in addresses. */
  private static final String TOLD =
      "login "
          + PASSWORD
          + " refused; amqp://u:pa%2Fss%20w%C3%B6rd%2B1@h, pa%2fss%20w%c3%b6rd%2b1,"
          + " pa%2Fss+w%C3%B6rd%2B1, "
          + PIN;

  /** The driver. */
  public static final class Leaky extends DriverDouble
      implements BrokerFacts, EventSource, DescribedDriver {
    private Consumer<DriverEvent> events = event -> {};

    @Override
    public List<Setting> settings() {
      return List.of(
          Setting.of("password", Setting.Type.STRING, "Password.").asSecret(),
          Setting.of("unusual", Setting.Type.STRING, "Number.").asSecret());
    }

    @Override
    public void onEvent(Consumer<DriverEvent> listener) {
      events = listener;
    }

    @Override
    public Map<String, String> brokerFacts() {
      events.accept(new DriverEvent(DriverEvent.Kind.NOTICE, TOLD, TOLD));
      return Map.of("broker.name", TOLD);
    }

    @Override
    public EffectiveConfiguration effectiveConfiguration(List<String> topics) {
      return new EffectiveConfiguration(
          List.of(
              new EffectiveSetting("broker", TOLD, TOLD, TOLD, Origin.CHANGED, TOLD),
              new EffectiveSetting("broker", "n", "x.password", "hidden", Origin.CHANGED, "")),
          List.of(TOLD));
    }
  }

  private static void assertHasNoSecret(Object text) {
    assertThat(text.toString())
        .contains("***")
        .doesNotContain(PASSWORD, "pa/ss", "pa%2", PIN)
        .doesNotContain("w%C3%B6rd", "w%c3%b6rd");
  }

  @Test
  void itsSecretsLeaveTheWorkerNowhere() throws Exception {
    DriverScript script = DriverDouble.play();
    script.initialize = file -> {};
    script.createTopic = (topic, partitions) -> CompletableFuture.completedFuture(null);
    script.createProducer =
        topic ->
            CompletableFuture.failedFuture(
                new IllegalStateException(TOLD, new RuntimeException("because of " + PIN)));
    worker.prepare(
        TestRuns.setup("leaks", new DriverSource(Leaky.class.getName(), YAML), TestRuns.LEASE),
        DEADLINE);
    assertHasNoSecret(worker.brokerFacts(DEADLINE));
    BrokerConfiguration configuration = worker.brokerConfiguration(List.of("t"), DEADLINE);
    assertHasNoSecret(configuration);
    assertThat(configuration.toString()).doesNotContain("hidden");
    List<TopicHandle> topics = worker.createTopics(topics(), DEADLINE);
    WorkerException failure =
        catchThrowableOfType(
            WorkerException.class,
            () -> worker.createProducers(TestRuns.producersOf(topics), DEADLINE));
    assertHasNoSecret(failure.oneLine());
    Snapshot snapshot = worker.snapshot(1);
    assertThat(snapshot.events()).isNotEmpty();
    assertHasNoSecret(snapshot.events());
    assertHasNoSecret(DriverSecrets.masked("a line of a log: " + TOLD));
  }
}
