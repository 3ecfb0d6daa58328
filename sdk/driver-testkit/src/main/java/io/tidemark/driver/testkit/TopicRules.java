package io.tidemark.driver.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.openmessaging.benchmark.driver.BenchmarkDriver.TopicInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Assumptions;

/** Chapter 2: creating topics. */
interface TopicRules extends Rules {

  @Rule("2.1 A topic can be used as soon as its creation completes")
  default void rule201TopicIsUsableAtOnce() throws Exception {
    String name = bench().newTopicName();
    bench().willDelete(name);
    bench().await(bench().driver().createTopic(name, 1), "creation of topic " + name);
    Inbox inbox = bench().subscribe(name);
    bench().send(bench().producer(name), 0, 1);
    bench().awaitCount(inbox, 1);
  }

  @Rule("2.2 Several topics are created at once, and keep their messages apart")
  default void rule202CreatesSeveralTopics() throws Exception {
    List<TopicInfo> infos = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      infos.add(new TopicInfo(bench().newTopicName(), bench().kit().partitions()));
      bench().willDelete(infos.get(i).getTopic());
    }
    bench().await(bench().driver().createTopics(infos), "creation of 4 topics");
    List<Inbox> inboxes = new ArrayList<>();
    for (TopicInfo info : infos) {
      inboxes.add(bench().subscribe(info.getTopic()));
    }
    for (int i = 0; i < 4; i++) {
      bench().send(bench().producer(infos.get(i).getTopic()), i * 10L, i * 10L + 10);
    }
    for (int i = 0; i < 4; i++) {
      bench().awaitCount(inboxes.get(i), 10);
      int topic = i;
      assertThat(inboxes.get(i).numbers()).allMatch(number -> number / 10 == topic);
    }
  }

  @Rule("2.3 A topic that cannot be created fails its creation in time, with a reason")
  default void rule203ReportsAFailedCreation() throws Exception {
    Optional<TopicInfo> impossible = bench().kit().impossibleTopic();
    Assumptions.assumeTrue(impossible.isPresent(), "the test does not override impossibleTopic()");
    CompletableFuture<Void> creation = bench().driver().createTopics(List.of(impossible.get()));
    assertThatThrownBy(
            () -> creation.get(bench().kit().deadline().toMillis(), TimeUnit.MILLISECONDS))
        .isNotInstanceOf(TimeoutException.class)
        .cause()
        .hasMessageMatching("(?s).*\\S.*");
  }
}
