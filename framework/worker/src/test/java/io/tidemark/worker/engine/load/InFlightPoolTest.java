package io.tidemark.worker.engine.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class InFlightPoolTest {
  private static final int CAP = 100;
  private static final InFlight END = new Send(new InFlightArrays(1), 0);

  /** Completes without effect. */
  private static final class Send extends InFlight {
    Send(InFlightArrays block, int index) {
      super(block, index);
    }

    @Override
    public void accept(Void ignored, Throwable failure) {}

    @Override
    public void sendEnded(Throwable failure, long nanoTime) {}
  }

  private final InFlightPool pool = new InFlightPool(Send::new, CAP);

  @Test
  void hasRoomForAsManyAsItsCap() {
    List<InFlight> underWay = begin(CAP);
    assertThat(underWay).doesNotHaveDuplicates();
    assertThat(pool.hasRoom()).isFalse();
    pool.giveBack(underWay.get(7));
    assertThat(pool.hasRoom()).isTrue();
    assertThat(underWay.subList(0, 7)).doesNotContain(begin(1).get(0));
    assertThat(pool.hasRoom()).isFalse();
  }

  @Test
  void usesItsObjectsAgainAndKeepsTheValuesOfTheLatest() {
    Set<InFlight> used = Collections.newSetFromMap(new IdentityHashMap<>());
    for (int i = 0; i < 10_000; i++) {
      InFlight flight = pool.begin(i, 2L * i, 3L * i, 4 * i);
      assertThat(flight.sequence()).isEqualTo(i);
      assertThat(flight.intendedEpochNanos()).isEqualTo(2L * i);
      assertThat(flight.actualEpochNanos()).isEqualTo(3L * i);
      assertThat(flight.payloadBytes()).isEqualTo(4 * i);
      used.add(flight);
      pool.giveBack(flight);
    }
    assertThat(used).hasSizeLessThanOrEqualTo(8);
  }

  @Test
  void anObjectGivenBackJustNowIsNotTheNextAlthoughTheWindowIsFull() {
    List<InFlight> underWay = new ArrayList<>(begin(CAP));
    for (int i = 0; i < 10 * CAP; i++) {
      InFlight oldest = underWay.remove(0);
      pool.giveBack(oldest);
      underWay.addAll(begin(1));
      assertThat(underWay).doesNotContain(oldest);
    }
  }

  @Test
  void reportsOnceThatThereIsRoomWorthGoingOnFor() {
    List<InFlight> underWay = begin(CAP);
    pool.waitForRoom(5_000);
    assertThat(pool.hasRoomAgain(5_000)).isFalse();
    List<Boolean> reported = new ArrayList<>();
    for (InFlight flight : underWay.subList(0, 10)) {
      reported.add(pool.giveBack(flight));
      assertThat(pool.hasRoomAgain(5_000)).isEqualTo(reported.contains(true));
    }
    assertThat(reported).containsOnlyOnce(true);
    assertThat(reported.indexOf(true)).isEqualTo(CAP / 32 - 1);
  }

  @Test
  void anyRoomWillDoForALaneThatHasWaited() {
    List<InFlight> underWay = begin(CAP);
    pool.waitForRoom(5_000);
    assertThat(pool.giveBack(underWay.get(0))).isFalse();
    assertThat(pool.hasRoomAgain(5_000)).isFalse();
    assertThat(pool.hasRoomAgain(2_000_000)).isTrue();
  }

  @Test
  void aWaitingLaneIsNotifiedOfTheNextRoom() {
    List<InFlight> underWay = begin(CAP);
    pool.waitForRoom(5_000);
    assertThat(pool.hasRoomAgain(2_000_000)).isFalse();
    assertThat(pool.giveBack(underWay.get(0))).isTrue();
    assertThat(pool.giveBack(underWay.get(1))).isFalse();
  }

  @Test
  void aWindowOfOneGoesOnAtOnce() {
    InFlightPool single = new InFlightPool(Send::new, 1);
    InFlight only = single.begin(0, 0, 0, 0);
    single.waitForRoom(0);
    assertThat(single.giveBack(only)).isTrue();
    assertThat(single.hasRoom()).isTrue();
  }

  @Test
  void passesOverWhatStaysUnderWay() {
    List<InFlight> staying = begin(CAP - 1);
    for (int i = 0; i < 10 * CAP; i++) {
      InFlight flight = begin(1).get(0);
      assertThat(staying).doesNotContain(flight);
      assertThat(pool.hasRoom()).isFalse();
      pool.giveBack(flight);
    }
  }

  @Test
  void reportsTheIntendedTimesOfThoseUnderWay() {
    List<InFlight> underWay = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      underWay.add(pool.begin(i, 1_000 + i, 0, 0));
    }
    pool.giveBack(underWay.get(3));
    List<Long> seen = new ArrayList<>();
    pool.forEachUnderWay(seen::add);
    assertThat(seen).hasSize(19).contains(1_000L, 1_019L).doesNotContain(1_003L);
  }

  @Test
  void handsNoObjectOutTwiceWhileOtherThreadsGiveBack() throws Exception {
    BlockingQueue<InFlight> underWay = new ArrayBlockingQueue<>(CAP);
    List<Thread> givers =
        IntStream.range(0, 3).mapToObj(i -> new Thread(() -> giveBackAll(underWay))).toList();
    givers.forEach(Thread::start);
    for (int i = 0; i < 100_000; i++) {
      while (!pool.hasRoom()) {
        Thread.yield();
      }
      underWay.put(pool.begin(i, i, i, 1));
    }
    for (int i = 0; i < givers.size(); i++) {
      underWay.put(END);
    }
    for (Thread giver : givers) {
      giver.join();
    }
    List<Long> left = new ArrayList<>();
    pool.forEachUnderWay(left::add);
    assertThat(left).isEmpty();
    assertThat(new HashSet<>(begin(CAP))).hasSize(CAP);
    assertThat(pool.hasRoom()).isFalse();
  }

  private void giveBackAll(BlockingQueue<InFlight> underWay) {
    try {
      for (InFlight next = underWay.take(); next != END; next = underWay.take()) {
        assertThat(next.sequence()).isEqualTo(next.intendedEpochNanos());
        pool.giveBack(next);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private List<InFlight> begin(int count) {
    return IntStream.range(0, count).mapToObj(i -> pool.begin(0, 0, 0, 0)).toList();
  }
}
