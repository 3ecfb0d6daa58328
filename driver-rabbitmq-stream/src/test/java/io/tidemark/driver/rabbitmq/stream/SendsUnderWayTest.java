package io.tidemark.driver.rabbitmq.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SendsUnderWayTest {
  @Test
  void knowsWhatIsOpenAndForgetsWhatIsDone() {
    SendsUnderWay underWay = new SendsUnderWay(1_000);
    List<StreamSend> sends = add(underWay, 5_000);
    assertThat(underWay.open()).containsExactlyElementsOf(sends);
    sends.forEach(StreamSend::confirmed);
    assertThat(underWay.open()).isEmpty();
  }

  @Test
  void keepsAnOldMessageThatIsStillOpen() {
    SendsUnderWay underWay = new SendsUnderWay(1_000);
    List<StreamSend> sends = add(underWay, 300);
    for (StreamSend send : sends.subList(1, 300)) {
      send.confirmed();
    }
    add(underWay, 100_000).forEach(StreamSend::confirmed);
    assertThat(underWay.open()).containsExactly(sends.get(0));
  }

  @Test
  void confirmedSegmentsAreDropped() {
    SendsUnderWay underWay = new SendsUnderWay(10_000);
    for (int round = 0; round < 1_000; round++) {
      add(underWay, 1_000).forEach(StreamSend::confirmed);
    }
    assertThat(underWay.open()).isEmpty();
    assertThat(underWay.keptMessages()).isLessThan(3_000);
  }

  @Test
  void aDroppedSegmentKeepsNoneOfThoseAfterItAlive() {
    SendsUnderWay underWay = new SendsUnderWay(100_000);
    SendsUnderWay.Segment oldest = underWay.first();
    add(underWay, 10_000).forEach(StreamSend::confirmed);
    assertThat(oldest.next()).isNotNull();
    add(underWay, 300).forEach(StreamSend::confirmed);
    assertThat(underWay.first()).isNotSameAs(oldest);
    assertThat(oldest.next()).isNull();
  }

  private static List<StreamSend> add(SendsUnderWay underWay, int count) {
    List<StreamSend> sends = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      sends.add(underWay.add(true));
    }
    return sends;
  }
}
