package io.tidemark.driver.rabbitmq.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.SettingValues;
import io.tidemark.driver.rabbitmq.HttpPages;
import io.tidemark.driver.rabbitmq.ManagementApi;
import io.tidemark.driver.rabbitmq.RabbitMqTlsOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ActivationCheckTest {
  private final Queue<DriverEvent> events = new ConcurrentLinkedQueue<>();
  private final AtomicInteger checks = new AtomicInteger();
  private final AtomicInteger restarts = new AtomicInteger();
  private HttpPages pages;
  private ActivationCheck check;

  @BeforeEach
  void start() throws IOException {
    pages = new HttpPages();
    ManagementApi management =
        new ManagementApi(
            pages.uris(),
            new SettingValues("file", Map.of()).read(RabbitMqTlsOptions.class),
            Optional.empty());
    check =
        new ActivationCheck(
            management,
            "/",
            task -> {
              task.run();
              checks.incrementAndGet();
            },
            Duration.ofMillis(1),
            events::add);
    check.watch(List.of("t-0", "t-1"), "sub");
  }

  @AfterEach
  void stop() {
    pages.close();
  }

  @Test
  void aStreamWithoutAnActiveConsumerIsSubscribedAgainUntilItHasOne() {
    list(consumer("t-0", "sub", false), consumer("t-1", "sub", true));
    check.schedule(
        () -> {
          restarts.incrementAndGet();
          list(consumer("t-0", "sub", true), consumer("t-1", "sub", true));
        });
    await().until(() -> checks.get() == 2);
    assertThat(restarts).hasValue(1);
    assertThat(events)
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.subject()).isEqualTo("t-0 subscription sub");
              assertThat(event.detail()).endsWith("subscribing again");
            });
  }

  @Test
  void afterThreeRestartsTheEventNamesTheRemedy() {
    list(consumer("t-0", "sub", false), consumer("t-1", "sub", false));
    check.schedule(restarts::incrementAndGet);
    await().until(() -> checks.get() == 4);
    assertThat(restarts).hasValue(3);
    assertThat(events)
        .hasSize(4)
        .last()
        .extracting(DriverEvent::detail)
        .asString()
        .endsWith("set singleActiveConsumer: false");
  }

  @Test
  void consumersOfOthersAndAnActiveOneOfAnotherWorkerCauseNothing() {
    list(
        consumer("t-0", "sub", false),
        consumer("t-0", "sub", true),
        consumer("t-0", "other", false),
        consumer("foreign", "sub", false));
    check.schedule(restarts::incrementAndGet);
    await().until(() -> checks.get() == 1);
    assertThat(restarts).hasValue(0);
    assertThat(events).isEmpty();
  }

  @Test
  void aBrokerThatListsNoConsumersCausesNothing() {
    check.schedule(restarts::incrementAndGet);
    await().until(() -> checks.get() == 1);
    assertThat(restarts).hasValue(0);
  }

  private void list(String... consumers) {
    pages.put("/api/stream/consumers/%2F", "[" + String.join(",", consumers) + "]");
  }

  private static String consumer(String stream, String subscription, boolean active) {
    return "{\"active\": %s, \"queue\": {\"name\": \"%s\"}, \"properties\": {\"name\": \"%s\"}}"
        .formatted(active, stream, subscription);
  }
}
