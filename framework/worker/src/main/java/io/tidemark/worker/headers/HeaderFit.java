package io.tidemark.worker.headers;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.tidemark.driver.HeaderSupport;
import io.tidemark.driver.MessageHeader;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.load.EnvelopeSpec.Form;
import io.tidemark.model.load.EnvelopeSpec.Position;
import io.tidemark.model.load.HeaderSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Whether a driver can have the headers of a run. Connects to nothing. */
public final class HeaderFit {
  private HeaderFit() {}

  /**
   * Why a driver cannot send the messages of a run; empty if it can.
   *
   * @param file of the driver
   */
  public static Optional<String> problem(
      BenchmarkDriver driver,
      Map<String, Object> file,
      List<HeaderSpec> headers,
      EnvelopeSpec envelope) {
    boolean stamped = envelope.position() == Position.HEADER;
    if (headers.isEmpty() && !stamped) {
      return Optional.empty();
    }
    if (!(driver instanceof HeaderSupport support)) {
      return Optional.of(
          (headers.isEmpty() ? "envelope.position: header" : "headers")
              + " needs a driver with HeaderSupport, got "
              + driver.getClass().getName()
              + "; allowed are workloads without headers whose envelope.position is prefix,"
              + " trailer or off");
    }
    for (MessageHeader header : samples(headers, stamped)) {
      Optional<String> problem = support.headerProblem(header, file);
      if (problem.isPresent()) {
        return Optional.of("header " + header.name() + ": " + problem.get());
      }
    }
    return Optional.empty();
  }

  /** Headers of a message, with their texts. */
  private static List<MessageHeader> samples(List<HeaderSpec> headers, boolean stamped) {
    List<MessageHeader> samples = new ArrayList<>();
    for (HeaderSpec spec : headers) {
      for (String name : spec.names()) {
        samples.add(MessageHeader.text(name, spec.value().orElse("")));
      }
    }
    if (stamped) {
      samples.add(MessageHeader.text(HeaderSpec.STAMP, ""));
    }
    return samples;
  }

  /** The stamps of a run with a driver: texts, if its headers have no bytes. */
  public static EnvelopeSpec stamps(BenchmarkDriver driver, EnvelopeSpec wanted) {
    boolean textOnly =
        wanted.position() == Position.HEADER
            && driver instanceof HeaderSupport support
            && !support.binaryHeaders();
    return textOnly ? new EnvelopeSpec(Position.HEADER, Form.TEXT) : wanted;
  }
}
