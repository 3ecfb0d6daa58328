package io.tidemark.driver.kafka;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.GroupNotEmptyException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Deletes groups of any kind.
 *
 * @param request the admin client's, with its answer for each group
 */
record GroupDeletion(
    Function<Collection<String>, Map<String, KafkaFuture<Void>>> request, Duration timeout) {
  private static final long LOOK_AGAIN_MILLIS = 100;

  /**
   * Deletes those that exist; waits for members that are just leaving, and for the broker to notice
   * that topics of a share group have been deleted.
   */
  void delete(Collection<String> groups) throws IOException, InterruptedException {
    long deadlineNanos = System.nanoTime() + timeout.toNanos();
    Collection<String> left = groups;
    while (!left.isEmpty()) {
      List<String> occupied = new ArrayList<>();
      for (Map.Entry<String, KafkaFuture<Void>> answer : request.apply(left).entrySet()) {
        if (!isGone(answer.getKey(), answer.getValue(), System.nanoTime() > deadlineNanos)) {
          occupied.add(answer.getKey());
        }
      }
      left = occupied;
      Thread.sleep(left.isEmpty() ? 0 : LOOK_AGAIN_MILLIS);
    }
  }

  /** False if it cannot be deleted yet, which is an error after the deadline. */
  private boolean isGone(String group, KafkaFuture<Void> answer, boolean late)
      throws IOException, InterruptedException {
    try {
      AdminCalls.await(answer, timeout, "delete group " + group);
      return true;
    } catch (IOException e) {
      boolean notYet =
          e.getCause() instanceof GroupNotEmptyException
              || e.getCause() instanceof UnknownTopicOrPartitionException;
      if (notYet && !late) {
        return false;
      }
      if (e.getCause() instanceof GroupIdNotFoundException) {
        return true;
      }
      throw e;
    }
  }
}
