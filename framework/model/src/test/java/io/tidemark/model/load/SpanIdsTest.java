package io.tidemark.model.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SpanIdsTest {
  @Test
  void theHeaderNamesTheTraceAndTheSpanOfTheSend() {
    SpanIds context = new SpanIds("20261127-run", 3, 1_000);
    assertThat(context.header())
        .matches("00-[0-9a-f]{32}-[0-9a-f]{16}-01")
        .isEqualTo("00-" + context.traceId() + "-" + context.sendSpanId() + "-01")
        .isEqualTo(new SpanIds("20261127-run", 3, 1_000).header());
  }

  @Test
  void idsDifferByRunProducerAndSequence() {
    Set<String> traces = new HashSet<>();
    Set<String> spans = new HashSet<>();
    for (String run : new String[] {"a", "b"}) {
      for (int producer = 0; producer < 20; producer++) {
        for (int sequence = 0; sequence < 50; sequence++) {
          SpanIds context = new SpanIds(run, producer, sequence);
          traces.add(context.traceId());
          spans.add(context.sendSpanId());
          spans.add(context.brokerSpanId(0, 5));
          spans.add(context.receiveSpanId(0, 5));
          spans.add(context.receiveSpanId(1, 5));
          spans.add(context.receiveSpanId(0, 6));
        }
      }
    }
    assertThat(traces).hasSize(2_000);
    assertThat(spans).hasSize(10_000);
  }
}
