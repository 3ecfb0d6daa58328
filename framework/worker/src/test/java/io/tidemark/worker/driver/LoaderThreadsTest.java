package io.tidemark.worker.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Classes stay there as long as a thread of the driver may need them. */
class LoaderThreadsTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  @TempDir Path directory;
  private final CountDownLatch end = new CountDownLatch(1);
  private LoadedDriver loaded;

  @BeforeEach
  void load() throws Exception {
    loaded = DriverJars.foreign(directory).load(DriverJars.FOREIGN);
  }

  @AfterEach
  void letThreadsEnd() {
    end.countDown();
  }

  private Thread threadOf(String name) {
    Thread thread =
        new Thread(
            () -> {
              try {
                end.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            name);
    thread.setDaemon(true);
    thread.setContextClassLoader(loaded.classLoader());
    thread.start();
    return thread;
  }

  private Class<?> classThatWasNotUsedYet() throws ClassNotFoundException {
    return loaded.classLoader().loadClass(DriverJars.FOREIGN + "$Producer");
  }

  @Test
  void keepsTheClassesOfADriverWhoseThreadsRunOn() throws Exception {
    threadOf("client-b");
    threadOf("client-a");

    assertThat(loaded.close(Duration.ofMillis(50))).get().asString().contains("client-a, client-b");

    assertThatCode(this::classThatWasNotUsedYet).doesNotThrowAnyException();
  }

  @Test
  void closesWhenTheLastThreadHasEnded() throws Exception {
    Thread client = threadOf("client");
    Thread closing = Thread.currentThread();
    Thread ender =
        new Thread(
            () -> {
              // Not before the close waits for the client: else nothing would have to wait.
              while (closing.getState() != Thread.State.TIMED_WAITING && end.getCount() > 0) {
                Thread.onSpinWait();
              }
              end.countDown();
            });
    ender.start();

    assertThat(loaded.close(LONG)).isEqualTo(Optional.empty());

    assertThat(client.isAlive()).isFalse();
    assertThatThrownBy(this::classThatWasNotUsedYet).isInstanceOf(ClassNotFoundException.class);
  }

  @Test
  void doesNotWaitForIdleThreadsOfTheBenchmarkAndOfTheJdk() throws Exception {
    threadOf("tidemark-driver-local");
    threadOf("CompletableFutureDelayScheduler");
    threadOf("HttpClient-1-SelectorManager");

    assertThat(loaded.close(LONG)).isEqualTo(Optional.empty());
  }
}
