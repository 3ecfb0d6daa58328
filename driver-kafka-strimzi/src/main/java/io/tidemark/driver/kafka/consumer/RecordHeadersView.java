package io.tidemark.driver.kafka.consumer;

import io.tidemark.driver.ReceivedHeaders;
import java.util.function.BiConsumer;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** The headers of a record; of several with one name the last one has the value. */
record RecordHeadersView(Headers headers) implements ReceivedHeaders {

  @Override
  public byte @Nullable [] value(String name) {
    Header last = headers.lastHeader(name);
    return last == null ? null : ReceivedHeaders.bytes(last.value());
  }

  @Override
  public void forEach(BiConsumer<String, byte[]> each) {
    headers.forEach(header -> each.accept(header.key(), ReceivedHeaders.bytes(header.value())));
  }
}
