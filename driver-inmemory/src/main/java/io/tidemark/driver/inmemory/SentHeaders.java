package io.tidemark.driver.inmemory;

import io.tidemark.driver.MessageHeader;
import io.tidemark.driver.ReceivedHeaders;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** What was sent, as it is received. */
record SentHeaders(List<MessageHeader> headers) implements ReceivedHeaders {

  @Override
  public byte @Nullable [] value(String name) {
    for (MessageHeader header : headers) {
      if (header.name().equals(name)) {
        return header.bytes();
      }
    }
    return null;
  }

  @Override
  public void forEach(BiConsumer<String, byte[]> each) {
    headers.forEach(header -> each.accept(header.name(), header.bytes()));
  }
}
