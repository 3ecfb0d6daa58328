package io.tidemark.worker.engine.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.worker.engine.load.LoadThread.RoomSpin;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RoomSpinTest {
  private final RoomSpin spin = new RoomSpin();

  @Test
  void goesOnWhereRoomComesInTime() {
    for (int wait = 0; wait < 1_000; wait++) {
      assertThat(spin.nanos()).isEqualTo(RoomSpin.SPIN_NANOS);
      spin.ended(wait % 3 == 0);
    }
  }

  @Test
  void isRareWhereNoRoomCame() {
    long spins = IntStream.range(0, 1_000).filter(wait -> spinsWithoutRoom()).count();
    assertThat(spins).isBetween(10L, 30L);
  }

  @Test
  void comesBackWhenOneFindsRoom() {
    IntStream.range(0, 64).forEach(wait -> spinsWithoutRoom());
    assertThat(spin.nanos()).isEqualTo(RoomSpin.SPIN_NANOS);
    spin.ended(true);
    assertThat(spin.nanos()).isEqualTo(RoomSpin.SPIN_NANOS);
  }

  private boolean spinsWithoutRoom() {
    boolean spins = spin.nanos() > 0;
    spin.ended(false);
    return spins;
  }
}
