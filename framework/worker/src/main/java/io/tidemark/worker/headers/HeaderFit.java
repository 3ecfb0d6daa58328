package io.tidemark.worker.headers;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.tidemark.driver.headers.HeaderSupport;
import io.tidemark.driver.headers.MessageHeader;
import io.tidemark.driver.headers.PrioritySupport;
import io.tidemark.model.load.CloudEventsSpec;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.load.EnvelopeSpec.Form;
import io.tidemark.model.load.EnvelopeSpec.Position;
import io.tidemark.model.load.HeaderSpec;
import io.tidemark.model.load.PriorityPlan;
import io.tidemark.model.load.SpanIds;
import io.tidemark.model.worker.RunSetup;
import io.tidemark.model.workload.MessageOptions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Whether a driver can have the headers and priorities of a run. Connects to nothing. */
public final class HeaderFit {
  private HeaderFit() {}

  /**
   * Why a driver cannot send the messages of a run; empty if it can.
   *
   * @param file of the driver
   */
  public static Optional<String> problem(
      BenchmarkDriver driver, Map<String, Object> file, MessageOptions wanted) {
    Optional<String> ofPriorities =
        wanted.priorityPlan().flatMap(plan -> problem(driver, file, plan));
    if (ofPriorities.isPresent() || !wanted.needHeaders()) {
      return ofPriorities;
    }
    if (!(driver instanceof HeaderSupport support)) {
      return Optional.of(
          key(wanted)
              + " needs a driver with HeaderSupport, got "
              + driver.getClass().getName()
              + "; allowed are workloads without headers whose envelope.position is prefix,"
              + " trailer or off");
    }
    Set<String> names = new HashSet<>();
    for (MessageHeader header : samples(headers(driver, wanted), wanted)) {
      Optional<String> problem =
          names.add(header.name())
              ? support.headerProblem(header, file)
              : Optional.of("two headers have the name; names must differ");
      if (problem.isPresent()) {
        return Optional.of("header " + header.name() + ": " + problem.get());
      }
    }
    return Optional.empty();
  }

  private static Optional<String> problem(
      BenchmarkDriver driver, Map<String, Object> file, PriorityPlan plan) {
    Optional<String> problem =
        driver instanceof PrioritySupport support
            ? support.priorityProblem(plan.all(), file)
            : Optional.of(
                "needs a driver with PrioritySupport, got "
                    + driver.getClass().getName()
                    + "; allowed are workloads without priorities");
    return problem.map(text -> "priorities: " + text);
  }

  /** The first key of the workload that needs headers. */
  private static String key(MessageOptions wanted) {
    if (!wanted.headers().isEmpty()) {
      return "headers";
    }
    if (wanted.cloudEvents().isPresent()) {
      return "cloudEvents";
    }
    return wanted.trace().isPresent() ? "trace" : "envelope.position: header";
  }

  /** Headers of a message, with their texts. */
  private static List<MessageHeader> samples(List<HeaderSpec> headers, MessageOptions wanted) {
    List<MessageHeader> samples = new ArrayList<>();
    for (HeaderSpec spec : headers) {
      for (String name : spec.names()) {
        samples.add(MessageHeader.text(name, spec.value().orElse("")));
      }
    }
    if (wanted.stampInHeader()) {
      samples.add(MessageHeader.text(HeaderSpec.STAMP, ""));
    }
    if (wanted.trace().isPresent()) {
      samples.add(MessageHeader.text(SpanIds.HEADER, ""));
    }
    return samples;
  }

  /** All headers of a run with a driver, whose binding names those of CloudEvents. */
  static List<HeaderSpec> headers(BenchmarkDriver driver, MessageOptions wanted) {
    List<HeaderSpec> all = new ArrayList<>(wanted.headers());
    if (driver instanceof HeaderSupport support) {
      wanted.cloudEvents().ifPresent(events -> all.addAll(headers(support, events)));
    }
    return all;
  }

  private static List<HeaderSpec> headers(HeaderSupport support, CloudEventsSpec events) {
    if (events.isStructured()) {
      return support.contentTypeHeader().stream()
          .map(name -> HeaderSpec.of(name, CloudEventsSpec.JSON_EVENT))
          .toList();
    }
    List<HeaderSpec> headers = new ArrayList<>();
    events
        .attributes()
        .forEach(
            (attribute, value) ->
                support
                    .cloudEventHeader(attribute)
                    .ifPresent(name -> headers.add(HeaderSpec.of(name, value))));
    return headers;
  }

  /** Whether headers of a driver are texts. */
  static boolean textOnly(BenchmarkDriver driver) {
    return driver instanceof HeaderSupport support && !support.binaryHeaders();
  }

  /** The setup of a run with the headers and the form of stamps that its driver has. */
  public static RunSetup fitted(BenchmarkDriver driver, RunSetup setup) {
    MessageOptions messages = setup.messages();
    boolean textOnly = messages.stampInHeader() && textOnly(driver);
    return setup.withMessages(
        messages
            .with()
            .headers(headers(driver, messages))
            .cloudEvents(Optional.empty())
            .envelope(textOnly ? new EnvelopeSpec(Position.HEADER, Form.TEXT) : messages.envelope())
            .build());
  }
}
