package io.tidemark.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.worker.engine.load.LoadShard;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Bodies that a worker fills for each message. */
class TemplateLoadTest extends OneEngine {
  private static final int STAMP = 32;

  @Test
  void eachMessageHasItsNumberInTheScheduleAndTheTimeOfItsSend() {
    load("#{random:32}#{sequence} #{time:nanos}", 2);
    LoadShard shard = engine.prepareLoad(RunSetups.openLoop(start, 10, 2, 0)).shards().get(0);
    stepUntil(shard, start + SECOND);
    assertThat(sent).hasSize(11);
    for (int i = 0; i < sent.size(); i++) {
      byte[] message = sent.get(i);
      String[] body =
          new String(message, STAMP, message.length - STAMP, StandardCharsets.US_ASCII).split(" ");
      assertThat(Integer.parseInt(body[0])).isEqualTo(i);
      assertThat(Long.parseLong(body[1])).isBetween(start + i * SECOND / 10, start + SECOND);
    }
  }

  @Test
  void theReceiverVerifiesEveryByteOfEachBody() {
    load("#{random:32}#{sequence} #{text:0..100}", 2);
    LoadShard shard = engine.prepareLoad(RunSetups.openLoop(start, 100, 2, 0)).shards().get(0);
    stepUntil(shard, start + SECOND);
    var consumer = engine.callbackFor(RunSetups.consumer(0));
    sent.get(7)[sent.get(7).length - 1] ^= 1;
    sent.forEach(message -> consumer.messageReceived(message, 0));
    EngineCut cut = engine.cut();
    assertThat(cut.counters().get(Counter.RECEIVED)).isEqualTo(100);
    assertThat(cut.counters().get(Counter.CORRUPTED)).isEqualTo(1);
  }

  private void load(String template, int producers) {
    PayloadSpec payload =
        new PayloadSpec(
            List.of(), new PayloadSpec.Template(template, false, List.of(), 35, 80, 150));
    engine(manual, RunSetups.setup(producers, payload, DeliveryMode.FULL));
    for (int i = 0; i < producers; i++) {
      engine.addProducer(RunSetups.producer(i), producer(this::keep));
    }
  }
}
