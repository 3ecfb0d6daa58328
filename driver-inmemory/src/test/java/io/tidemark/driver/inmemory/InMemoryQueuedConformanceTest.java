package io.tidemark.driver.inmemory;

import java.io.File;
import java.io.IOException;
import org.junit.jupiter.api.Tag;

/** The kit once more, with a queue between senders and consumers. */
@Tag("slow")
class InMemoryQueuedConformanceTest extends InMemoryConformanceTest {
  @Override
  public File configuration() throws IOException {
    return file("delivery: queued");
  }
}
