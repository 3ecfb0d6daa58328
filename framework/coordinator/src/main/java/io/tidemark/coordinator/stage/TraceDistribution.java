package io.tidemark.coordinator.stage;

import io.tidemark.coordinator.fleet.Fleet;
import io.tidemark.model.load.ReplayKeys;
import io.tidemark.model.recorded.TraceMessage;
import io.tidemark.model.recorded.TraceReader;
import io.tidemark.model.worker.ProducerRequest;
import io.tidemark.model.worker.TracePart;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.workload.TimeSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Reads the trace of a run and sends each worker the messages of its producers, block by block:
 * message k belongs to producer k modulo their number. Memory use does not grow with the trace.
 */
final class TraceDistribution {
  private static final int BLOCK_MESSAGES = 10_000;

  private final RunContext run;
  private final ReplayKeys replay;
  private final int[] workerOf;
  private final List<ByteBuffer> buffers = new ArrayList<>();
  private final long endNanos;
  private int block;

  TraceDistribution(RunContext run, ReplayKeys replay) {
    this.run = run;
    this.replay = replay;
    this.workerOf = new int[run.assignment().totalProducers()];
    List<List<ProducerRequest>> producers = run.assignment().producers();
    for (int worker = 0; worker < producers.size(); worker++) {
      for (ProducerRequest producer : producers.get(worker)) {
        workerOf[producer.index()] = worker;
      }
      buffers.add(ByteBuffer.allocate(BLOCK_MESSAGES * TracePart.MESSAGE_BYTES));
    }
    TimeSpec time = run.workload().time();
    this.endNanos = time.warmup().plus(time.test().orElse(Duration.ZERO)).toNanos();
  }

  void send() throws WorkerException, InterruptedException {
    Path file = replay.source().file().orElseThrow();
    try (TraceReader trace = TraceReader.open(file)) {
      long number = 0;
      for (Optional<TraceMessage> next = trace.next(); next.isPresent(); next = trace.next()) {
        add((int) (number++ % workerOf.length), next.get());
      }
      flush();
    } catch (IOException e) {
      throw new WorkerException(
          "coordinator",
          "replay",
          WorkerException.Kind.CONFIGURATION,
          "cannot read the trace " + replay.source().name() + ": " + e.getMessage(),
          e);
    }
  }

  private void add(int producer, TraceMessage message)
      throws WorkerException, InterruptedException {
    ByteBuffer buffer = buffers.get(workerOf[producer]);
    TracePart.put(
        buffer,
        producer,
        replay.scaled(message.offsetNanos()),
        message.sizeBytes(),
        message.keyHash());
    if (!buffer.hasRemaining()) {
      flush();
    }
  }

  /** All workers get the block, also an empty one. */
  private void flush() throws WorkerException, InterruptedException {
    int number = block++;
    run.fleet()
        .ask(
            false,
            Fleet.order((index, worker) -> worker.addTrace(blockOf(number, buffers.get(index)))));
    buffers.forEach(ByteBuffer::clear);
  }

  private TracePart blockOf(int number, ByteBuffer buffer) {
    return new TracePart(
        number,
        Arrays.copyOf(buffer.array(), buffer.position()),
        replay.periodNanos(),
        replay.repeat(),
        endNanos,
        replay.hasKeys());
  }
}
