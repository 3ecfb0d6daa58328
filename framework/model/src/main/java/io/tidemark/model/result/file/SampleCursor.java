package io.tidemark.model.result.file;

import io.tidemark.model.result.Sample;
import java.io.IOException;

/** Reads samples one after the other. */
interface SampleCursor extends AutoCloseable {
  boolean hasNext() throws IOException;

  Sample next() throws IOException;

  @Override
  void close() throws IOException;
}
