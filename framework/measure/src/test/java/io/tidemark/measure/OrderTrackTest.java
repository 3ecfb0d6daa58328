package io.tidemark.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrderTrackTest {
  @Test
  void overlappingCallbacksEndTheJudgementOfOrder() {
    OrderTrack track = new OrderTrack();
    assertThat(track.enter(1)).isEqualTo(OrderVerdict.IN_ORDER);
    assertThat(track.enter(0)).isEqualTo(OrderVerdict.UNKNOWN);
    track.leave();
    track.leave();
    assertThat(track.enter(2)).isEqualTo(OrderVerdict.UNKNOWN);
  }

  @Test
  void theSameSequenceAgainIsInOrder() {
    OrderTrack track = new OrderTrack();
    for (long sequence : new long[] {0, 0, 4, 4}) {
      assertThat(track.enter(sequence)).isEqualTo(OrderVerdict.IN_ORDER);
      track.leave();
    }
    assertThat(track.enter(3)).isEqualTo(OrderVerdict.REGRESSED);
  }

  @Test
  void theTracksOfAConsumerDoNotMixTheirSequences() {
    OrderTrack.Chunks chunks = new OrderTrack.Chunks();
    List<OrderTrack> tracks = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      tracks.add(chunks.next());
      assertThat(tracks.get(i).enter(1_000 - i)).isEqualTo(OrderVerdict.IN_ORDER);
      tracks.get(i).leave();
    }
    for (int i = 0; i < 150; i++) {
      assertThat(tracks.get(i).enter(999 - i)).isEqualTo(OrderVerdict.REGRESSED);
    }
  }
}
