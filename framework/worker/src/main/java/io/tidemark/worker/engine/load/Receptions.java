package io.tidemark.worker.engine.load;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.worker.engine.record.ByProducer;
import io.tidemark.worker.engine.record.Recording;
import java.util.function.UnaryOperator;

/** Reports receptions to the senders that wait for them. */
public final class Receptions {
  private final Recording recording;
  private final ByProducer<ReceivedSender> senders;

  /**
   * @param producers of the run
   */
  public Receptions(Recording recording, int producers) {
    this.recording = recording;
    this.senders = new ByProducer<>(producers);
  }

  /**
   * @param headers gives the messages of a producer their headers
   * @param index of the producer in the run
   * @param number of its lane on this worker
   */
  public ProducerSender sender(
      BenchmarkProducer producer, UnaryOperator<BenchmarkProducer> headers, int index, int number) {
    ReceivedSender sender = new ReceivedSender(producer, headers, recording, number);
    senders.put(index, sender);
    return sender;
  }

  /** Any thread: a consumer has received a message, perhaps not for the first time. */
  public void received(int producer, long sequence) {
    ReceivedSender sender = senders.get(producer);
    if (sender != null) {
      sender.received(sequence);
    }
  }
}
