package io.tidemark.runs.suite;

import io.tidemark.driver.headers.MessageHeader;
import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.load.HeaderSpec;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.SpanIds;
import io.tidemark.model.load.SpanShare;
import io.tidemark.model.result.Text;
import io.tidemark.model.workload.MessageSpec;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.Workload;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Table;
import io.tidemark.worker.driver.DriverCatalog;
import io.tidemark.worker.driver.DriverLoadException;
import io.tidemark.worker.headers.HeaderExample;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where the stamp of messages is, and their headers with an example of each.
 *
 * @param epochMillis when the message of the example is sent
 */
record MessagePlan(DriverCatalog catalog, long epochMillis) {
  private static final int SHOWN_HEADERS = 20;
  private static final int SHOWN_LETTERS = 50;

  /** Rows of a plan; empty for messages with the usual stamp and without headers. */
  List<List<Cell>> of(Workload workload, DriverFile driver) {
    MessageSpec messages = workload.messages();
    boolean sends = workload.pattern() != Pattern.CONSUME_ONLY;
    List<List<Cell>> rows = new ArrayList<>();
    if (messages.needHeaders()
        || !messages.envelope().equals(EnvelopeSpec.DEFAULT)
        || hasBodies(messages.payload())) {
      rows.add(Table.field("stamp", stamp(messages.envelope())));
    }
    if (messages.needHeaders() && sends) {
      headers(messages, driver).ifPresent(all -> rows.addAll(Table.fields("headers", lines(all))));
      messages.trace().ifPresent(share -> rows.add(Table.field("trace", traced(share))));
    }
    return rows;
  }

  private static String traced(SpanShare share) {
    return "%s in the first message of each producer, then in one of %s"
        .formatted(SpanIds.HEADER, Text.count(share.every()));
  }

  private static boolean hasBodies(PayloadSpec payload) {
    return payload.content() instanceof PayloadSpec.Corpus
        || payload.content() instanceof PayloadSpec.Sized;
  }

  private static String stamp(EnvelopeSpec envelope) {
    int bytes = envelope.wholeBytes();
    return switch (envelope.position()) {
      case PREFIX -> "in the first " + bytes + " B of each body (10 B of a short one)";
      case TRAILER -> "in the last " + bytes + " B of each body (10 B of a short one)";
      case HEADER -> "in the header " + HeaderSpec.STAMP + "; bodies are sent as they are";
      case OFF -> "none: no audit, and latencies in milliseconds";
    };
  }

  /** Empty if the driver cannot be loaded, which is reported with its file. */
  private Optional<List<MessageHeader>> headers(MessageSpec messages, DriverFile driver) {
    try {
      return Optional.of(
          catalog.headers(driver.driverClass(), new HeaderExample(messages, epochMillis)));
    } catch (DriverLoadException e) {
      return Optional.empty();
    }
  }

  private static List<String> lines(List<MessageHeader> headers) {
    int bytes = headers.stream().mapToInt(each -> bytes(each.name()) + each.bytes().length).sum();
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s, about %s B with names; of a first message:"
            .formatted(Text.plural(headers.size(), "header"), Text.count(bytes)));
    headers.stream().limit(SHOWN_HEADERS).map(MessagePlan::line).forEach(lines::add);
    if (headers.size() > SHOWN_HEADERS) {
      lines.add("and " + (headers.size() - SHOWN_HEADERS) + " more");
    }
    return lines;
  }

  private static String line(MessageHeader header) {
    String size = Text.count(header.bytes().length) + " B";
    if (!header.isText()) {
      return header.name() + ": " + size;
    }
    String text = header.text().replaceAll("\\p{Cntrl}", " ");
    String shown = text.length() > SHOWN_LETTERS ? text.substring(0, SHOWN_LETTERS) + "..." : text;
    return header.name() + ": " + size + ", " + shown;
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
