package io.tidemark.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.driver.SendFuture;
import io.tidemark.model.snapshot.AuditDelta;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.worker.engine.load.Load;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/** Messages whose driver says that consumers filter them out: every second one. */
class FilteredMessagesTest extends OneEngine {
  private static final class Send extends SendFuture {
    private final boolean reaches;

    Send(boolean reaches) {
      this.reaches = reaches;
    }

    @Override
    public boolean reachesConsumers() {
      return reaches;
    }
  }

  private final List<Send> sends = new ArrayList<>();

  private void load(boolean acknowledgedAtOnce) {
    engine(
        manual,
        1,
        payload -> {
          Send send = new Send(sends.size() % 2 == 1);
          sends.add(send);
          if (acknowledgedAtOnce) {
            send.complete(null);
          }
          return send;
        });
    Load load = engine.prepareLoad(RunSetups.openLoop(start, 10, 1, 100));
    stepUntil(load.shards().get(0), start + SECOND);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theyArePublishedAndNotExpected(boolean acknowledgedAtOnce) {
    load(acknowledgedAtOnce);
    sends.forEach(send -> send.complete(null));
    EngineCut snapshot = engine.cut();
    int sent = sends.size();
    assertThat(sent).isGreaterThanOrEqualTo(10);
    assertThat(snapshot.counters().get(Counter.ACKNOWLEDGED)).isEqualTo(sent);
    assertThat(snapshot.counters().get(Counter.FILTERED_MESSAGES)).isEqualTo((sent + 1) / 2);
    assertThat(snapshot.counters().owedToSubscriptions()).isEqualTo(sent / 2);
    assertThat(acknowledged(snapshot).getLongCardinality()).isEqualTo(sent / 2);
    assertThat(acknowledged(snapshot).contains(0)).isFalse();
    assertThat(acknowledged(snapshot).contains(1)).isTrue();
  }

  @Test
  void thoseThatFailAreFailedOnly() {
    load(false);
    sends.forEach(send -> send.completeExceptionally(new IllegalStateException("refused")));
    EngineCut snapshot = engine.cut();
    assertThat(snapshot.counters().get(Counter.FAILED)).isEqualTo(sends.size());
    assertThat(snapshot.counters().get(Counter.FILTERED_MESSAGES)).isZero();
  }

  private static Roaring64Bitmap acknowledged(EngineCut snapshot) {
    AuditDelta audit = snapshot.audit();
    assertThat(audit.published()).hasSize(1);
    return audit.published().get(0).acknowledged();
  }
}
