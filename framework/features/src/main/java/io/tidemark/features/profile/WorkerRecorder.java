package io.tidemark.features.profile;

import io.tidemark.base.Deadline;
import io.tidemark.model.worker.ProfilePart;
import io.tidemark.model.worker.Worker;
import io.tidemark.model.worker.WorkerException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Records a worker, which does it by itself: it can be on any machine. */
record WorkerRecorder(Worker worker) implements ProcessRecorder {
  private static final Duration DEADLINE = Duration.ofSeconds(60);

  /** A worker that sends more is not trusted. */
  private static final long MOST_BYTES = 512L << 20;

  /** A call to a worker. */
  private interface Call<T> {
    T make() throws WorkerException, InterruptedException;
  }

  @Override
  public String process() {
    return "worker " + worker.name();
  }

  @Override
  public void warmUp() throws IOException, InterruptedException {
    call(
        () -> {
          worker.prepareProfile(DEADLINE);
          return true;
        });
  }

  @Override
  public void start() throws IOException, InterruptedException {
    call(
        () -> {
          worker.startProfile(DEADLINE);
          return true;
        });
  }

  @Override
  public void stop() throws IOException, InterruptedException {
    call(
        () -> {
          worker.stopProfile(DEADLINE);
          return true;
        });
  }

  @Override
  public void fetch(Path file) throws IOException, InterruptedException {
    try (OutputStream out = Files.newOutputStream(file)) {
      long offset = 0;
      long total;
      Deadline deadline = Deadline.in(DEADLINE);
      do {
        long from = offset;
        ProfilePart part = call(() -> worker.profilePart(from));
        total = part.totalBytes();
        if (total > MOST_BYTES) {
          throw new IOException("the recording has " + total + " bytes; allowed " + MOST_BYTES);
        }
        if (deadline.isOver()) {
          throw new IOException(
              "%s of %s bytes of the recording came within %s s"
                  .formatted(offset, total, DEADLINE.toSeconds()));
        }
        if (part.bytes().length == 0 && offset < total) {
          throw new IOException("it ended after " + offset + " of " + total + " bytes");
        }
        out.write(part.bytes());
        offset += part.bytes().length;
      } while (offset < total);
    }
  }

  private static <T> T call(Call<T> call) throws IOException, InterruptedException {
    try {
      return call.make();
    } catch (WorkerException e) {
      throw new IOException(e.getMessage(), e);
    }
  }
}
