package io.tidemark.worker.clients;

import io.tidemark.base.Deadline;
import io.tidemark.driver.topics.TopicLister;
import io.tidemark.driver.topics.TopicLister.ListedTopic;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.worker.driver.FailureLine;
import io.tidemark.worker.session.DriverLifeCycle;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A topic of another run on the broker: one that was killed, or that is under way.
 *
 * @param age since the start of that run; empty if the name does not say it
 */
public record EarlierTopic(String name, boolean inUse, Optional<Duration> age) {

  /** The oldest first. Empty if the driver cannot list topics. */
  public static List<EarlierTopic> list(DriverLifeCycle session, Instant now, Deadline deadline)
      throws WorkerException, InterruptedException {
    if (!(session.driver() instanceof TopicLister lister)) {
      return List.of();
    }
    String prefix =
        session
            .thread()
            .call(
                "listTopics",
                "the prefix of topics",
                deadline,
                () -> session.driver().getTopicNamePrefix());
    List<ListedTopic> all =
        session
            .thread()
            .await(
                "listTopics",
                "the topics of the broker",
                deadline,
                () -> lister.listTopics(prefix + "-"));
    return all.stream()
        .filter(topic -> TopicNames.isOfARun(prefix, topic.name()))
        .map(topic -> of(topic, prefix, now))
        .sorted(
            Comparator.comparing((EarlierTopic topic) -> topic.age().orElse(Duration.ZERO))
                .reversed()
                .thenComparing(EarlierTopic::name))
        .toList();
  }

  private static EarlierTopic of(ListedTopic topic, String prefix, Instant now) {
    return new EarlierTopic(
        topic.name(),
        topic.inUse(),
        TopicNames.begun(prefix, topic.name())
            .map(begun -> Duration.between(begun, now))
            .map(age -> age.isNegative() ? Duration.ZERO : age));
  }

  /** The name with the age, and whether it is in use. */
  public String text() {
    String since =
        age.map(known -> known.toMinutes())
            .map(
                minutes ->
                    minutes < 120
                        ? minutes + " min old"
                        : Duration.ofMinutes(minutes).toHours() + " h old")
            .orElse("age not known");
    return "%s (%s%s)".formatted(FailureLine.masked(name), since, inUse ? ", in use" : "");
  }
}
