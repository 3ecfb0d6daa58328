package io.tidemark.worker.engine.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.worker.engine.load.LoadShard.DueHeap;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DueHeapTest {

  @Test
  void alwaysHasTheLaneThatIsDueFirstOnTop() {
    Random random = new Random(1);
    DueHeap heap = new DueHeap(40);
    PriorityQueue<long[]> expected =
        new PriorityQueue<>(Comparator.comparingLong((long[] entry) -> entry[0]));
    int free = 0;
    long nextDue = 0;
    for (int step = 0; step < 20_000; step++) {
      // Every due time only once, so that the order is determined; a random part ahead.
      long due = (nextDue + random.nextInt(50)) * 100_000 + step;
      nextDue++;
      int choice = random.nextInt(4);
      if (expected.isEmpty() || choice == 0 && free < 40) {
        int lane = free < 40 ? free++ : 0;
        heap.add(lane, due);
        expected.add(new long[] {due, lane});
      } else if (choice == 1) {
        long[] removed = expected.remove();
        heap.removeFirst();
        heap.add((int) removed[1], due);
        expected.add(new long[] {due, removed[1]});
      } else {
        long[] first = expected.remove();
        heap.firstIsDueAgain(due);
        expected.add(new long[] {due, first[1]});
      }
      assertThat(heap.firstDue()).isEqualTo(expected.element()[0]);
      assertThat(heap.firstLane()).isEqualTo((int) expected.element()[1]);
    }
    while (!expected.isEmpty()) {
      assertThat(heap.firstLane()).isEqualTo((int) expected.remove()[1]);
      heap.removeFirst();
    }
    assertThat(heap.isEmpty()).isTrue();
  }
}
