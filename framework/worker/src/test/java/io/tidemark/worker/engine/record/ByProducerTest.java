package io.tidemark.worker.engine.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ByProducerTest {

  @Test
  void keepsWhatWasMadeForEachProducer() {
    Random random = new Random(3);
    ByProducer<String> found = new ByProducer<>(10_000);
    Map<Integer, String> expected = new HashMap<>();
    for (int i = 0; i < 2_000; i++) {
      int producer = random.nextInt(10_000);
      String made = expected.computeIfAbsent(producer, key -> "for " + key);
      assertThat(found.getOrCreate(producer, key -> "for " + key)).isEqualTo(made);
    }
    for (int producer = 0; producer < 10_000; producer++) {
      assertThat(found.get(producer)).isEqualTo(expected.get(producer));
    }
    assertThatThrownBy(() -> found.put(10_000, "")).isInstanceOf(IndexOutOfBoundsException.class);
  }

  /** 10,000 times room for every producer would be more than 1 GB. */
  @Test
  void manyConsumersOfFewNeighboursTakeLittleRoom() {
    int producers = 1_000_000;
    List<ByProducer<Integer>> consumers = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      ByProducer<Integer> consumer = new ByProducer<>(producers);
      consumer.put(100 * i, i);
      consumer.put(100 * i + 1, i);
      consumers.add(consumer);
    }

    for (int i = 0; i < consumers.size(); i++) {
      assertThat(consumers.get(i).get(100 * i)).isEqualTo(i);
      assertThat(consumers.get(i).get(100 * i + 2)).isNull();
      assertThat(consumers.get(i).get(100 * ((i + 5_000) % 10_000))).isNull();
    }
  }
}
