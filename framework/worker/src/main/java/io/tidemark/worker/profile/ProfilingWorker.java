package io.tidemark.worker.profile;

import io.tidemark.model.worker.ProfilePart;
import io.tidemark.model.worker.Worker;
import io.tidemark.model.worker.WorkerException;
import java.io.IOException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The part of a worker that records its own process. All methods may be called on any thread. */
public abstract class ProfilingWorker implements Worker {
  private static final Logger LOG = LoggerFactory.getLogger(ProfilingWorker.class);

  private final OwnRecording recording = new OwnRecording();

  @Override
  public final void prepareProfile(Duration deadline) throws WorkerException {
    try {
      recording.prepare();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  @Override
  public final void startProfile(Duration deadline) throws WorkerException {
    try {
      recording.start();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  @Override
  public final void stopProfile(Duration deadline) throws WorkerException {
    try {
      recording.stop();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  @Override
  public final ProfilePart profilePart(long offset) throws WorkerException {
    try {
      return recording.part(offset);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Removes what was recorded: a run has ended, or another one begins. */
  protected final void removeProfile() {
    try {
      recording.close();
    } catch (IOException e) {
      LOG.warn("{}: a profile was not removed: {}", name(), e.getMessage());
    }
  }

  private WorkerException failed(IOException e) {
    return new WorkerException(
        name(), WorkerException.Kind.INFRASTRUCTURE, String.valueOf(e.getMessage()), e);
  }
}
