package io.tidemark.worker.clients;

import io.openmessaging.benchmark.driver.BenchmarkDriver.TopicInfo;
import io.tidemark.base.Deadline;
import io.tidemark.driver.topics.ExistingTopics;
import io.tidemark.driver.topics.SubscriptionCreator;
import io.tidemark.driver.topics.TopicCleaner;
import io.tidemark.model.worker.SubscriptionHandle;
import io.tidemark.model.worker.TopicHandle;
import io.tidemark.model.worker.TopicsRequest;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.worker.WorkerException.Kind;
import io.tidemark.worker.session.DriverLifeCycle;
import io.tidemark.worker.session.DriverThread;
import io.tidemark.worker.session.TeardownProblems;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** The topics and subscriptions of one run. */
public final class DriverTopics {
  /** Partitions of existing topics that the driver does not report: order is not judged then. */
  public static final int UNKNOWN_PARTITIONS = 0;

  private static final String CREATE_TOPICS = "createTopics";
  private final DriverLifeCycle session;
  private final TopicNames names;
  private final List<String> made = new ArrayList<>();

  public DriverTopics(DriverLifeCycle session, String runId) {
    this.session = session;
    this.names = new TopicNames(runId);
  }

  public List<TopicHandle> create(TopicsRequest request, Deadline deadline)
      throws WorkerException, InterruptedException {
    return request.existing() ? lookUp(request.names(), deadline) : createNew(request, deadline);
  }

  private List<TopicHandle> createNew(TopicsRequest request, Deadline deadline)
      throws WorkerException, InterruptedException {
    DriverThread thread = session.thread();
    List<TopicInfo> infos =
        thread.call(CREATE_TOPICS, "the topics' names", deadline, () -> nameTopics(request));
    // Before they exist, so that partly created ones are deleted, too.
    infos.forEach(info -> made.add(info.getTopic()));
    thread.await(
        CREATE_TOPICS,
        infos.size() + " topics (" + infos.get(0).getTopic() + "...)",
        deadline,
        () -> session.driver().createTopics(infos));
    return infos.stream()
        .map(info -> new TopicHandle(info.getTopic(), info.getPartitions()))
        .toList();
  }

  /** The prefix is asked for each topic: some drivers spread topics over brokers by it. */
  private List<TopicInfo> nameTopics(TopicsRequest request) {
    List<String> wanted = request.names();
    if (wanted.isEmpty()) {
      String prefix = session.driver().getTopicNamePrefix();
      wanted = IntStream.range(0, request.count()).mapToObj(i -> names.next(prefix, i)).toList();
    }
    return wanted.stream().map(name -> new TopicInfo(name, request.partitionsPerTopic())).toList();
  }

  private List<TopicHandle> lookUp(List<String> topics, Deadline deadline)
      throws WorkerException, InterruptedException {
    if (!(session.driver() instanceof ExistingTopics existing)) {
      return topics.stream().map(topic -> new TopicHandle(topic, UNKNOWN_PARTITIONS)).toList();
    }
    Map<String, Integer> partitions =
        session
            .thread()
            .await(
                CREATE_TOPICS,
                "the description of " + topics.size() + " topics",
                deadline,
                () -> existing.describeTopics(topics));
    List<String> missing = topics.stream().filter(name -> !partitions.containsKey(name)).toList();
    if (!missing.isEmpty()) {
      throw new WorkerException(
          session.workerName(),
          CREATE_TOPICS,
          Kind.CONFIGURATION,
          "these topics do not exist: " + String.join(", ", missing),
          null);
    }
    return topics.stream()
        .map(topic -> new TopicHandle(topic, Objects.requireNonNull(partitions.get(topic))))
        .toList(); // None is missing.
  }

  public void createSubscriptions(List<SubscriptionHandle> subscriptions, Deadline deadline)
      throws WorkerException, InterruptedException {
    String operation = "createSubscriptions";
    if (!(session.driver() instanceof SubscriptionCreator creator)) {
      throw session.cannot(
          operation,
          "create a subscription without a consumer: it has no " + SubscriptionCreator.class);
    }
    session
        .thread()
        .await(
            operation,
            subscriptions.size() + " subscriptions",
            deadline,
            () ->
                CompletableFuture.allOf(
                    subscriptions.stream()
                        .map(s -> creator.createSubscription(s.topic().name(), s.name()))
                        .toArray(CompletableFuture<?>[]::new)));
  }

  /** Those that this worker has made, with their subscriptions. */
  public void delete(TeardownProblems problems, Deadline deadline) throws InterruptedException {
    if (made.isEmpty()) {
      return;
    }
    String subject = made.size() + " topics (" + made.get(0) + "...)";
    if (!(session.driver() instanceof TopicCleaner cleaner)) {
      problems.add(subject, "not deleted: " + session.name() + " cannot delete topics");
      return;
    }
    try {
      List<String> topics = List.copyOf(made);
      session.thread().await("deleteTopics", subject, deadline, () -> cleaner.deleteTopics(topics));
      made.clear();
    } catch (WorkerException e) {
      problems.add(subject, "cannot be deleted: " + e.getMessage());
    }
  }
}
