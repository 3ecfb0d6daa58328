package io.tidemark.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class InFlightPoolTest {
  private static final int CAP = 100;

  private final InFlightPool pool = new InFlightPool(null, CAP);

  @Test
  void hasRoomForAsManyAsItsCap() {
    List<InFlight> taken = take(CAP);
    assertThat(taken).doesNotHaveDuplicates();
    assertThat(pool.hasRoom()).isFalse();
    pool.giveBack(taken.get(7));
    assertThat(pool.hasRoom()).isTrue();
    assertThat(pool.take()).isSameAs(taken.get(7));
    assertThat(pool.hasRoom()).isFalse();
  }

  @Test
  void whatWasGivenBackIsTakenBeforeAnythingIsMade() {
    List<InFlight> taken = take(10);
    taken.forEach(pool::giveBack);
    assertThat(take(10)).containsExactlyInAnyOrderElementsOf(taken);
  }

  @Test
  void tellsTheIntendedTimesOfThoseUnderWay() {
    List<InFlight> taken = take(20);
    for (InFlight flight : taken) {
      flight.begin(flight.number, 1_000 + flight.number, 0, 0, true);
    }
    taken.get(3).end();
    List<Long> seen = new ArrayList<>();
    pool.forEachActive(seen::add);
    assertThat(seen).hasSize(19).contains(1_000L, 1_019L).doesNotContain(1_003L);
  }

  @Test
  void handsNoFlightOutTwiceWhileOtherThreadsGiveBack() throws Exception {
    BlockingQueue<InFlight> underWay = new ArrayBlockingQueue<>(CAP);
    List<Thread> givers =
        IntStream.range(0, 3).mapToObj(i -> new Thread(() -> giveBackAll(underWay))).toList();
    givers.forEach(Thread::start);
    boolean twice = false;
    for (int i = 0; i < 100_000; i++) {
      while (!pool.hasRoom()) {
        Thread.yield();
      }
      InFlight flight = pool.take();
      twice |= flight.isActive();
      flight.begin(i, i, i, 1, true);
      underWay.put(flight);
    }
    for (int i = 0; i < givers.size(); i++) {
      underWay.put(new InFlight(null, InFlightPool.NONE));
    }
    for (Thread giver : givers) {
      giver.join();
    }
    assertThat(twice).isFalse();
    BitSet all = new BitSet();
    take(CAP).forEach(flight -> all.set(flight.number));
    assertThat(all.cardinality()).isEqualTo(CAP);
    assertThat(pool.hasRoom()).isFalse();
  }

  private void giveBackAll(BlockingQueue<InFlight> underWay) {
    try {
      for (InFlight next = underWay.take();
          next.number != InFlightPool.NONE;
          next = underWay.take()) {
        next.end();
        pool.giveBack(next);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private List<InFlight> take(int count) {
    return IntStream.range(0, count).mapToObj(i -> pool.take()).toList();
  }
}
