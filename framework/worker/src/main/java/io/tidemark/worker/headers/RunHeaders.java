package io.tidemark.worker.headers;

import io.tidemark.model.load.CloudEventsSpec;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.load.EnvelopeSpec.Position;
import io.tidemark.model.load.HeaderSpec;
import io.tidemark.model.worker.RunSetup;
import java.util.List;
import java.util.Optional;

/** What a run needs headers for. */
public record RunHeaders(
    List<HeaderSpec> headers,
    Optional<CloudEventsSpec> cloudEvents,
    EnvelopeSpec envelope,
    boolean traced) {
  public RunHeaders {
    headers = List.copyOf(headers);
  }

  /** Those of a worker's setup. */
  public static RunHeaders of(RunSetup setup) {
    return new RunHeaders(
        setup.headers(), setup.cloudEvents(), setup.envelope(), setup.traceEvery() > 0);
  }

  /** Whether the stamp is in one. */
  boolean inHeader() {
    return envelope.position() == Position.HEADER;
  }

  boolean areNone() {
    return headers.isEmpty() && cloudEvents.isEmpty() && !inHeader() && !traced;
  }

  /** The first key of the workload that needs some. */
  String key() {
    if (!headers.isEmpty()) {
      return "headers";
    }
    if (cloudEvents.isPresent()) {
      return "cloudEvents";
    }
    return traced ? "trace" : "envelope.position: header";
  }
}
