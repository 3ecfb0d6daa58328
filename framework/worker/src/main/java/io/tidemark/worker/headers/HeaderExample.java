package io.tidemark.worker.headers;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.tidemark.driver.headers.MessageHeader;
import io.tidemark.measure.EnvelopeForm;
import io.tidemark.measure.payload.KeySource;
import io.tidemark.model.load.EnvelopeSpec.Form;
import io.tidemark.model.load.HeaderSpec;
import io.tidemark.model.load.KeyDistribution;
import io.tidemark.model.load.SpanIds;
import io.tidemark.model.workload.MessageOptions;
import io.tidemark.model.workload.MessageSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The headers of a message as a driver would get them. Connects to nothing.
 *
 * @param messages of the workload
 * @param epochMillis when the message is sent
 */
public record HeaderExample(MessageSpec messages, long epochMillis) {
  /** The id of a run is not known before it. */
  private static final String EXAMPLE_RUN = "example";

  /**
   * The headers of the first message of the first producer, in their order: the stamp comes after
   * those of the workload, then the context of the trace.
   */
  public List<MessageHeader> of(BenchmarkDriver driver) {
    MessageOptions wanted = messages.options();
    HeaderPool pool = new HeaderPool(HeaderFit.headers(driver, wanted), messages.seed(), 0);
    @Nullable MessageHeader[] own = new MessageHeader[pool.size()];
    pool.into(own, new First(epochMillis, key()));
    List<MessageHeader> all = new ArrayList<>(HeaderSource.listOf(own));
    if (wanted.stampInHeader()) {
      all.add(stamp(HeaderFit.textOnly(driver) || messages.envelope().form() == Form.TEXT));
    }
    if (messages.trace().isPresent()) {
      SpanIds context = new SpanIds(EXAMPLE_RUN, 0, 0);
      all.add(MessageHeader.text(SpanIds.HEADER, context.header()));
    }
    return all;
  }

  private static MessageHeader stamp(boolean text) {
    byte[] stamp = new byte[(text ? EnvelopeForm.TEXT : EnvelopeForm.FULL).envelopeBytes()];
    Arrays.fill(stamp, (byte) '.');
    return MessageHeader.binary(HeaderSpec.STAMP, stamp);
  }

  private Optional<String> key() {
    return messages.keys() == KeyDistribution.NO_KEY
        ? Optional.empty()
        : new KeySource.Keys(messages.seed(), 1).roundRobin(0).next();
  }

  private record First(long epochMillis, Optional<String> key) implements HeaderPool.Message {
    @Override
    public long number() {
      return 0;
    }
  }
}
