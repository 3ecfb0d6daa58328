package io.tidemark.driver.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import org.junit.jupiter.api.Test;

class RxThreadsTest {
  private static List<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("Rx"))
        .toList();
  }

  @Test
  void threadsOfTheClientEndWithItsLastUserAndStartAgain() {
    for (int i = 0; i < 2; i++) {
      RxThreads.use();
      RxThreads.use();
      RxThreads.release();
      assertThat(threads()).isNotEmpty();
      RxThreads.release();
      await().untilAsserted(() -> assertThat(threads()).isEmpty());
    }
  }
}
