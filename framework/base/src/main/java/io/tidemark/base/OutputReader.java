package io.tidemark.base;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Reads the output of a process on its own thread, so that the process never waits for a reader.
 * Keeps the last characters of it.
 */
final class OutputReader {
  /** Characters of the output that are kept. */
  static final int MOST_CHARS = 8 << 20;

  private static final int CHUNK_CHARS = 8_192;
  private static final int LONGEST_LINE_CHARS = 65_536;

  private final InputStream in;
  private final Optional<Consumer<String>> taker;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final StringBuilder kept = new StringBuilder();
  private final StringBuilder line = new StringBuilder();
  private boolean complete = true;

  private OutputReader(InputStream in, Optional<Consumer<String>> taker) {
    this.in = in;
    this.taker = taker;
  }

  /**
   * Begins to read.
   *
   * @param taker takes each line, on the reading thread
   */
  static OutputReader started(String threadName, InputStream in, Optional<Consumer<String>> taker) {
    OutputReader reader = new OutputReader(in, taker);
    DaemonThreads.of(threadName, reader::read).start();
    return reader;
  }

  private void read() {
    char[] chunk = new char[CHUNK_CHARS];
    try (Reader text = new InputStreamReader(in, StandardCharsets.UTF_8)) {
      for (int length = text.read(chunk); length >= 0; length = text.read(chunk)) {
        keep(chunk, length);
        splitLines(chunk, length);
      }
    } catch (IOException e) {
      // The process has ended while another one keeps its output open.
    } finally {
      if (!line.isEmpty()) {
        takeLine();
      }
      ended.countDown();
    }
  }

  private synchronized void keep(char[] chunk, int length) {
    kept.append(chunk, 0, length);
    if (kept.length() > MOST_CHARS) {
      complete = false;
      kept.delete(0, MOST_CHARS / 2);
    }
  }

  private void splitLines(char[] chunk, int length) {
    if (taker.isEmpty()) {
      return;
    }
    for (int i = 0; i < length; i++) {
      if (chunk[i] != '\n') {
        line.append(chunk[i]);
      }
      if (chunk[i] == '\n' || line.length() == LONGEST_LINE_CHARS) {
        takeLine();
      }
    }
  }

  private void takeLine() {
    String text = line.toString();
    line.setLength(0);
    taker.ifPresent(each -> each.accept(text));
  }

  void awaitEnd(Duration most) throws InterruptedException {
    ended.await(most.toMillis(), TimeUnit.MILLISECONDS);
  }

  synchronized String text() {
    return kept.toString();
  }

  synchronized boolean isComplete() {
    return complete;
  }
}
