package io.tidemark.http;

import com.fasterxml.jackson.databind.deser.std.StdDelegatingDeserializer;
import com.fasterxml.jackson.databind.ser.std.StdDelegatingSerializer;
import com.fasterxml.jackson.databind.util.StdConverter;
import io.tidemark.model.worker.ArrivalSpan;
import io.tidemark.model.worker.Counters;
import io.tidemark.model.worker.PhaseSlice;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A phase's slice with its latencies in one piece, see {@link LatencyBytes}. */
final class SliceConversion {
  private SliceConversion() {}

  /** What goes over the wire. */
  @SuppressWarnings("ArrayRecordComponent") // lives from one line to the next
  record Slice(
      int phase, int happenedIn, Counters counters, ArrivalSpan arrivals, byte[] latencies) {}

  static StdDelegatingSerializer serializer() {
    return new StdDelegatingSerializer(
        PhaseSlice.class,
        new StdConverter<PhaseSlice, Slice>() {
          @Override
          public Slice convert(PhaseSlice slice) {
            try {
              return new Slice(
                  slice.phase(),
                  slice.happenedIn(),
                  slice.counters(),
                  slice.arrivals(),
                  LatencyBytes.write(slice.latencies()));
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }
        });
  }

  static StdDelegatingDeserializer<PhaseSlice> deserializer() {
    return new StdDelegatingDeserializer<>(
        new StdConverter<Slice, PhaseSlice>() {
          @Override
          public PhaseSlice convert(Slice slice) {
            try {
              return new PhaseSlice(
                  slice.phase(),
                  slice.happenedIn(),
                  slice.counters(),
                  slice.arrivals(),
                  LatencyBytes.read(slice.latencies()));
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }
        });
  }
}
